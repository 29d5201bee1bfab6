import type { QueryClient } from "@tanstack/react-query";
import { readInBackground } from "@/lib/client/background-read";
import { usualLimit } from "@/lib/client/number-pages";
import { isDelivered } from "@/lib/client/webhook-log";
import { hasSyncError, listCredentials } from "@/lib/contract/api/credentials";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { numberOf } from "@/lib/contract/fields";
import type { Operation } from "@/lib/contract/operation";
import { isPlainObject } from "@/lib/format/json";

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
