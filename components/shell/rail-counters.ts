import type { QueryClient } from "@tanstack/react-query";
import { usualLimit } from "@/components/ui/number-pages";
import { readInBackground } from "@/lib/client/background-read";
import { listCredentials } from "@/lib/contract/credentials";
import { isPlainObject } from "@/lib/contract/json";
import type { Operation } from "@/lib/contract/operation";
import { listPhoneNumbers } from "@/lib/contract/phone-numbers";
import { listWebhookLogs } from "@/lib/contract/webhooks";

export type RailCount = { number: number; isFault: boolean; words: string };

export type Counter = {
  href: string;
  op: Operation;
  /** Which answers to the operation can be counted. */
  isMeant?: (input: unknown) => boolean;
  count: (raw: unknown) => RailCount | undefined;
  ask: (client: QueryClient) => Promise<void>;
};

const wholeLog = (input: unknown) => isPlainObject(input) && input.webhook_id === undefined;

/** What the rail counts beside a page, asked for as that page itself asks. */
export const counters: readonly Counter[] = [
  {
    href: "/phone-numbers",
    op: listPhoneNumbers,
    count: (raw) => {
      const { total } = listPhoneNumbers.output.parse(raw);
      return typeof total === "number" ? { number: total, isFault: false, words: "in all" } : undefined;
    },
    ask: (client) => client.prefetchQuery(readInBackground(listPhoneNumbers, { page: 1, limit: usualLimit })),
  },
  {
    href: "/webhooks",
    op: listWebhookLogs,
    isMeant: wholeLog,
    count: (raw) =>
      fault(rowsOf(raw).filter(({ status }) => status !== "delivered").length, "log entries not delivered"),
    ask: (client) => client.prefetchQuery(readInBackground(listWebhookLogs, {})),
  },
  {
    href: "/credentials",
    op: listCredentials,
    count: (raw) =>
      fault(rowsOf(raw).filter(({ last_sync_error }) => Boolean(last_sync_error)).length, "with a sync error"),
    ask: (client) => client.prefetchQuery(readInBackground(listCredentials, { limit: 50 })),
  },
];

const fault = (number: number, words: string) => (number > 0 ? { number, isFault: true, words } : undefined);

// A log may hold thousands of entries: one field is looked at, without reading them all a second time.
function rowsOf(raw: unknown) {
  const rows = isPlainObject(raw) ? raw.data : raw;
  return Array.isArray(rows) ? rows.filter(isPlainObject) : [];
}
