import Link from "next/link";
import { Status } from "@/components/status/status";
import { uniqueKeys } from "@/lib/client/unique-keys";
import { type LogCount, targetOf } from "@/lib/client/webhook-log";
import type { Webhook } from "@/lib/contract/api/webhooks";
import { address } from "./need";
import { notDeliveredWords, type RecentLog } from "./recent-log";

type WebhookLinesProps = {
  webhooks: readonly Webhook[];
  /** Undefined while the log is not read. */
  recent: RecentLog | undefined;
};

/** One line a webhook; those that only the log still names come last. */
export function WebhookLines({ webhooks, recent }: WebhookLinesProps) {
  const known = webhooks.map((webhook) => {
    const target = targetOf(webhook);
    return {
      id: webhook.id ?? undefined,
      name: target ? `${target.host}${target.path}` : (webhook.id ?? "No address sent"),
    };
  });
  const [timed, untimed] = [recent?.timed.byWebhook, recent?.untimed.byWebhook];
  const named = new Set([...(timed?.keys() ?? []), ...(untimed?.keys() ?? [])]);
  const gone = [...named].filter((id) => !known.some((each) => each.id === id));
  const lines = [...known, ...gone.map((id) => ({ id, name: id ?? "No webhook named" }))];
  const keys = uniqueKeys(lines.map(({ id }) => id ?? "no ID"));
  if (lines.length === 0) return <p className="note">The API returned no webhook.</p>;
  return (
    <ul className="hook-lines">
      {lines.map(({ id, name }, at) => (
        <li key={keys[at]}>
          <Link className="trunc" href={id ? address("/webhooks", { webhook: id }) : "/webhooks"}>
            {name}
          </Link>
          <span className="dim">{timed ? (timed.get(id)?.entries ?? 0).toLocaleString("en-US") : "—"}</span>
          <span>{recent && <Delivered timed={timed?.get(id)} untimed={untimed?.get(id)} />}</span>
        </li>
      ))}
    </ul>
  );
}

type DeliveredProps = Record<"timed" | "untimed", LogCount | undefined>;

function Delivered({ timed, untimed }: DeliveredProps) {
  const missed = notDeliveredWords(timed?.notDelivered ?? 0, untimed?.notDelivered ?? 0);
  if (missed) return <Status word={missed} reading="fault" />;
  if (timed) return <Status word="all delivered" reading="ok" />;
  return <Status word={untimed ? "no entry with a time" : "no entries"} reading="idle" />;
}
