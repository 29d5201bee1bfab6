"use client";

import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { isTakenOver } from "@/components/query/reads-boundary";
import { useMe } from "@/components/query/use-me";
import { readInBackground } from "@/lib/client/background-read";
import { usualLimit } from "@/lib/client/number-pages";
import { isDelivered } from "@/lib/client/webhook-log";
import { hasSyncError, listCredentials } from "@/lib/contract/api/credentials";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { numberOf } from "@/lib/contract/fields";
import { isAllowed, type Operation, type Role, resourceOf, verbOf } from "@/lib/contract/operation";
import { isPlainObject } from "@/lib/format/json";
import { useFreshness } from "./freshness";

const restMs = 400;
const keptMs = 300_000;

/** Reads what the rail counts once the page has nothing left to read, and not while the API does not answer. */
export function useRailReads() {
  const client = useQueryClient();
  const { role } = useMe();
  const path = usePathname();
  const isAnswering = useFreshness().tone === "ok";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is a reason to look whether counts are old
  useEffect(() => {
    if (!isAnswering) return;
    const timer = setInterval(() => {
      if (client.isFetching() > 0 || !isTakenOver()) return;
      clearInterval(timer);
      void readForRail(client, role);
    }, restMs);
    return () => clearInterval(timer);
  }, [client, role, isAnswering, path]);
}

/** Asks for what was not read, or tried in vain, within the last minutes. What fails says nothing of the page. */
export async function readForRail(client: QueryClient, role: Role) {
  const missing = counters.filter((counter) => isAllowed(counter.op, role) && !isAtHand(client, counter));
  await Promise.all(missing.map((counter) => askFor(client, counter)));
}

const triedAt = new WeakMap<QueryClient, Map<Counter, number>>();

async function askFor(client: QueryClient, counter: Counter) {
  await counter.ask(client);
  const failed = { queryKey: keyOfAll(counter), type: "inactive", predicate: hasFailed } as const;
  if (client.getQueryCache().findAll(failed).length === 0) return;
  client.removeQueries(failed);
  triedAt.set(client, (triedAt.get(client) ?? new Map()).set(counter, Date.now()));
}

const hasFailed = ({ state }: Query) => state.status === "error";

function isAtHand(client: QueryClient, counter: Counter) {
  const { isMeant = () => true } = counter;
  const sinceMs = Date.now() - keptMs;
  if ((triedAt.get(client)?.get(counter) ?? 0) > sinceMs) return true;
  return client
    .getQueryCache()
    .findAll({ queryKey: keyOfAll(counter) })
    .some(({ queryKey, state: { fetchStatus, isInvalidated, dataUpdatedAt } }) => {
      const isRecent = !isInvalidated && dataUpdatedAt > sinceMs;
      return isMeant(queryKey[2]) && (fetchStatus === "fetching" || isRecent);
    });
}

const keyOfAll = ({ op }: Counter) => [resourceOf(op), verbOf(op)];

export type RailCount = { number: number; isFault: boolean; words: string };

export type Counter = {
  href: string;
  op: Operation;
  /** Which answers to the operation can be counted. */
  isMeant?: (input: unknown) => boolean;
  /** Counts an answer as its operation read it. */
  count: (value: unknown) => RailCount | undefined;
  ask: (client: QueryClient) => Promise<void>;
};

const wholeLog = (input: unknown) => isPlainObject(input) && input.webhook_id === undefined;

/** What the rail counts beside a page, asked for as that page itself asks. */
export const counters: readonly Counter[] = [
  {
    href: "/phone-numbers",
    op: listPhoneNumbers,
    count: (value) => {
      const total = isPlainObject(value) ? numberOf(value.total) : undefined;
      const read = rowsOf(value, "items").length;
      if (total === undefined || total < 0) return undefined;
      // A total below what stands on one page cannot be right.
      return total < read
        ? { number: read, isFault: false, words: "on the page read" }
        : { number: total, isFault: false, words: "by the platform’s count" };
    },
    ask: (client) => client.prefetchQuery(readInBackground(listPhoneNumbers, { page: 1, limit: usualLimit })),
  },
  {
    href: "/webhooks",
    op: listWebhookLogs,
    isMeant: wholeLog,
    count: (value) =>
      fault(rowsOf(value, "data").filter(({ status }) => !isDelivered(status)).length, "log entries not delivered"),
    ask: (client) => client.prefetchQuery(readInBackground(listWebhookLogs, {})),
  },
  {
    href: "/credentials",
    op: listCredentials,
    count: (value) => fault(rowsOf(value, "data").filter(hasSyncError).length, "with a sync error"),
    ask: (client) => client.prefetchQuery(readInBackground(listCredentials, { limit: 50 })),
  },
];

const fault = (number: number, words: string) => (number > 0 ? { number, isFault: true, words } : undefined);

function rowsOf(value: unknown, key: string) {
  const rows = isPlainObject(value) ? value[key] : undefined;
  return Array.isArray(rows) ? rows.filter(isPlainObject) : [];
}
