import type { StatusWord } from "@/components/status/set-meaning";
import { apiOperations } from "@/lib/contract/api";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import type { listDrift } from "@/lib/contract/console/settings";
import type { OutputOf } from "@/lib/contract/operation";
import { resourceOf } from "@/lib/contract/operation";

export type DriftRow = OutputOf<typeof listDrift>["data"][number];

const longestWhole = 200;
const readFields = new Set(["status", "last_sync_status"]);

/** The request whose answer differed: "GET /v1/webhooks". */
export function requestOf({ operation }: DriftRow): string {
  const op = apiOperations.find(({ id }) => id === operation);
  return op ? `${op.method} ${op.path}` : operation;
}

/** The status word behind an unknown word, where a reading would show; undefined for words that no page reads. */
export function wordBehind({ operation, path, kind, came }: DriftRow): StatusWord | undefined {
  const op = apiOperations.find(({ id }) => id === operation);
  const field = path.slice(path.lastIndexOf(".") + 1);
  if (!op || kind !== "unknown-word" || !readFields.has(field) || came.length >= longestWhole) return undefined;
  return { resource: op.id === listWebhookLogs.id ? "webhook-logs" : resourceOf(op), field, word: came };
}
