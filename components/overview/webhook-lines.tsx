import Link from "next/link";
import { Status } from "@/components/ui/status";
import { type LogCount, targetOf } from "@/lib/client/webhook-log";
import type { Webhook } from "@/lib/contract/webhooks";
import { address } from "./need";

type WebhookLinesProps = {
  webhooks: readonly Webhook[];
  /** Undefined while the log is not read. */
  counts: ReadonlyMap<string | undefined, LogCount> | undefined;
};

/** One line a webhook; those that only the log still names come last. */
export function WebhookLines({ webhooks, counts }: WebhookLinesProps) {
  const known = webhooks.map((webhook) => {
    const target = targetOf(webhook);
    return {
      id: webhook.id ?? undefined,
      name: target ? `${target.host}${target.path}` : (webhook.id ?? "No address sent"),
    };
  });
  const gone = [...(counts?.keys() ?? [])].filter((id) => !known.some((each) => each.id === id));
  const lines = [...known, ...gone.map((id) => ({ id, name: id ?? "No webhook named" }))];
  if (lines.length === 0) return <p className="note">The API returned no webhook.</p>;
  return (
    <ul className="hook-lines">
      {lines.map(({ id, name }, at) => (
        <li key={id ?? `line ${at}`}>
          <Link className="trunc" href={id ? address("/webhooks", { webhook: id }) : "/webhooks"}>
            {name}
          </Link>
          <span className="dim">{counts ? (counts.get(id)?.entries ?? 0).toLocaleString("en-US") : "—"}</span>
          <span>{counts && <Delivered count={counts.get(id)} />}</span>
        </li>
      ))}
    </ul>
  );
}

function Delivered({ count }: { count: LogCount | undefined }) {
  if (!count) return <Status word="no entries" reading="idle" />;
  if (count.notDelivered === 0) return <Status word="all delivered" reading="ok" />;
  return <Status word={`${count.notDelivered.toLocaleString("en-US")} not delivered`} reading="fault" />;
}
