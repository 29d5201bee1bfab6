import { uniqueKeys } from "@/lib/client/unique-keys";
import { type LogEntry, targetOf } from "@/lib/client/webhook-log";
import { apiOperations } from "@/lib/contract/api";
import { hasSyncError } from "@/lib/contract/api/credentials";
import { isWaitDrift } from "@/lib/contract/drift";
import { countOf, formatCount } from "@/lib/format/format-count";
import { type AttentionItem, address, type Known, needKey } from "./attention-item";
import { planItems, suspendedItems, unattachedItems } from "./number-items";
import { groupBy, statusItems } from "./status-items";

/** Everything that calls for a person, the most pressing kind first. */
export function attentionItems(known: Known): AttentionItem[] {
  const needs = [
    ...diskItems(known),
    ...credentialItems(known),
    ...suspendedItems(known),
    ...planItems(known),
    ...webhookItems(known),
    ...unattachedItems(known),
    ...statusItems(known),
    ...driftItems(known),
    ...connectionItems(known),
  ];
  const keys = uniqueKeys(needs.map(({ key }) => key));
  return needs.map((need, at) => ({ ...need, key: keys[at] ?? need.key }));
}

function credentialItems({ credentials = [], toneOf }: Known): AttentionItem[] {
  const broken = credentials.filter(
    (credential) =>
      hasSyncError(credential) || toneOf("credentials", "last_sync_status", credential.last_sync_status) === "fault",
  );
  return broken.map(({ id, name, last_sync_error, last_sync_status, updated_at }) => ({
    key: needKey("credential", id, last_sync_error ?? last_sync_status),
    tone: "fault",
    subject: name || id || "A credential without a name",
    message: "did not sync with its provider.",
    why: last_sync_error ? `Last sync error: “${last_sync_error}”` : `Last sync: “${last_sync_status}”`,
    at: updated_at ?? undefined,
    href: id ? address("/credentials", { credential: id }) : "/credentials",
    link: "Open credential",
  }));
}

/** Per webhook, the entries with any word but `delivered`, of the last day or without a time. */
function webhookItems({ recent = [], webhooks = [] }: Known): AttentionItem[] {
  const failed = groupBy(
    recent.filter(({ isDelivered }) => !isDelivered),
    ({ log }) => log.webhook_id ?? "",
  );
  return [...failed]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([id, entries]) => {
      const webhook = webhooks.find((each) => each.id === id);
      const host = (webhook && targetOf(webhook)?.host) ?? (id || "a webhook that was not named");
      const newest = entries.find(({ atMs }) => atMs !== undefined);
      return {
        // Not the count: it grows all day, and a row that was set aside would come back at once.
        key: needKey("webhook not delivered", id),
        tone: "wait",
        subject: countOf(entries.length, "entry", "entries"),
        message: `for ${host} ${entries.length === 1 ? "is" : "are"} not delivered.`,
        why: whyOf(entries),
        at: newest?.log.delivered_at ?? undefined,
        href: address("/webhooks", { ...(id ? { webhook: id } : {}), status: "!delivered" }),
        link: "Open desk",
      };
    });
}

function whyOf(entries: readonly LogEntry[]): string {
  const events = [...new Set(entries.map(({ log }) => log.event ?? "no event named"))];
  const most = Math.max(...entries.map(({ attempts }) => attempts));
  const untimed = entries.filter(({ atMs }) => atMs === undefined).length;
  const what = events.length === 1 ? `All ${events[0]}` : countOf(events.length, "event name");
  const tries = most > 0 ? `up to ${countOf(most, "attempt")} each` : "attempts not sent";
  return [what, tries, ...untimedMessage(untimed, entries.length)].join(", ");
}

function untimedMessage(untimed: number, all: number): string[] {
  if (untimed === 0) return [];
  return [untimed === all ? "none with a time sent" : `${formatCount(untimed)} with no time sent`];
}

/** Answers that differ from the API contract, one row an operation. Unknown words have rows of their own. */
function driftItems({ drift = [] }: Known): AttentionItem[] {
  const byOperation = groupBy(
    drift.filter(({ kind }) => kind !== "unknown-word"),
    ({ operation }) => operation,
  );
  return [...byOperation].map(([operation, places]) => {
    const paths = [...new Set(places.map(({ path }) => path || "the whole answer"))].sort();
    return {
      key: needKey("drift", operation, ...paths),
      tone: places.some(isWaitDrift) ? "wait" : "unknown",
      subject: requestOf(operation),
      message: `differs from the API contract in ${countOf(paths.length, "place")}.`,
      why: paths.length > 3 ? `${paths.slice(0, 3).join(", ")} and ${paths.length - 3} more` : paths.join(", "),
      at: places
        .map(({ last_seen_at }) => last_seen_at)
        .sort()
        .at(-1),
      href: "/settings/differences",
      link: "Open API differences",
    };
  });
}

function diskItems({ connection }: Known): AttentionItem[] {
  if (!connection?.is_disk_low) return [];
  return [
    {
      key: needKey("disk low"),
      tone: "fault",
      subject: "Switchboard's disk",
      message: "is nearly full.",
      why: "Nothing is changed or sent until space is freed where DATA_DIR is",
      href: "/settings",
      link: "Open settings",
    },
  ];
}

function connectionItems({ connection }: Known): AttentionItem[] {
  if (!connection || connection.is_answering) return [];
  return [
    {
      key: needKey("line down", connection.last_problem),
      tone: "fault",
      subject: "The API",
      message: connection.is_faulty ? "answers with faults." : "is not answering.",
      why: connection.last_problem ?? "Nothing was answered yet",
      at: connection.last_answer_at ?? undefined,
      href: "/settings/connection",
      link: "Open settings",
    },
  ];
}

function requestOf(id: string) {
  const op = apiOperations.find((each) => each.id === id);
  return op ? `${op.method} ${op.path}` : id;
}
