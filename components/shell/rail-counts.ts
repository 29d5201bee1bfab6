"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { listCredentials } from "@/lib/contract/credentials";
import { isPlainObject } from "@/lib/contract/json";
import type { Operation } from "@/lib/contract/operation";
import { listPhoneNumbers } from "@/lib/contract/phone-numbers";
import { listWebhookLogs } from "@/lib/contract/webhooks";
import { newestAnswer, useCached } from "./use-cached";

export type RailCount = { number: number; isFault: boolean; words: string };

type Counter = {
  href: string;
  op: Operation;
  isMeant?: (input: unknown) => boolean;
  count: (raw: unknown) => RailCount | undefined;
};

const wholeLog = (input: unknown) => isPlainObject(input) && input.webhook_id === undefined;

const counters: readonly Counter[] = [
  {
    href: "/phone-numbers",
    op: listPhoneNumbers,
    count: (raw) => {
      const { total } = listPhoneNumbers.output.parse(raw);
      return typeof total === "number" ? { number: total, isFault: false, words: "in all" } : undefined;
    },
  },
  {
    href: "/webhooks",
    op: listWebhookLogs,
    isMeant: wholeLog,
    count: (raw) =>
      fault(rowsOf(raw).filter(({ status }) => status !== "delivered").length, "log entries not delivered"),
  },
  {
    href: "/credentials",
    op: listCredentials,
    count: (raw) =>
      fault(rowsOf(raw).filter(({ last_sync_error }) => Boolean(last_sync_error)).length, "with a sync error"),
  },
];

/** What the rail counts beside a page, from answers read elsewhere: the rail itself never asks. */
export function useRailCount(href: string): RailCount | undefined {
  const client = useQueryClient();
  const counter = counters.find((each) => each.href === href);
  const work = useCallback(() => counter && countOf(client, counter), [client, counter]);
  return useCached(work, undefined);
}

const kept = new WeakMap<QueryClient, Map<Counter, { raw: unknown; count: RailCount | undefined }>>();

/** Counted once an answer, and kept after the answer itself has left the cache. */
function countOf(client: QueryClient, counter: Counter) {
  const all = kept.get(client) ?? new Map();
  kept.set(client, all);
  const before = all.get(counter);
  const raw = newestAnswer(client, counter.op, counter.isMeant)?.raw;
  if (raw === undefined || raw === before?.raw) return before?.count;
  const count = counter.count(raw);
  all.set(counter, { raw, count });
  return count;
}

const fault = (number: number, words: string) => (number > 0 ? { number, isFault: true, words } : undefined);

// A log may hold thousands of entries: one field is looked at, without reading them all a second time.
function rowsOf(raw: unknown) {
  const rows = isPlainObject(raw) ? raw.data : raw;
  return Array.isArray(rows) ? rows.filter(isPlainObject) : [];
}
