import { type LogEntry, targetOf } from "@/lib/client/webhook-log";
import { hasSyncError } from "@/lib/contract/api/credentials";
import { groupBy } from "./group-by";
import { address, type Need, needKey, plural } from "./need";
import type { Known } from "./needs";

export function credentialNeeds({ credentials = [], reading }: Known): Need[] {
  const broken = credentials.filter(
    (credential) =>
      hasSyncError(credential) || reading("credentials", "last_sync_status", credential.last_sync_status) === "fault",
  );
  return broken.map(({ id, name, last_sync_error, last_sync_status, updated_at }) => ({
    key: needKey("credential", id, last_sync_error ?? last_sync_status),
    lamp: "fault",
    subject: name || id || "A credential without a name",
    says: "did not sync with its provider.",
    why: last_sync_error ? `Last sync error: “${last_sync_error}”` : `Last sync: “${last_sync_status}”`,
    at: updated_at ?? undefined,
    href: id ? address("/credentials", { credential: id }) : "/credentials",
    link: "Open credential",
  }));
}

/** Per webhook, the entries with any word but `delivered`, of the last day or without a time. */
export function webhookNeeds({ recent = [], webhooks = [] }: Known): Need[] {
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
        lamp: "wait",
        subject: plural(entries.length, "entry", "entries"),
        says: `for ${host} ${entries.length === 1 ? "is" : "are"} not delivered.`,
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
  const what = events.length === 1 ? `All ${events[0]}` : plural(events.length, "event name");
  const tries = most > 0 ? `up to ${plural(most, "attempt")} each` : "attempts not sent";
  return [what, tries, ...untimedWords(untimed, entries.length)].join(", ");
}

function untimedWords(untimed: number, all: number): string[] {
  if (untimed === 0) return [];
  return [untimed === all ? "none with a time sent" : `${untimed.toLocaleString("en-US")} with no time sent`];
}
