import { QueryView } from "@/components/query/query-view";
import { useGo } from "@/components/ui/browser/use-go";
import { besideLinkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { DeliveryBand } from "@/components/ui/charts/deferred-delivery-band";
import { Section } from "@/components/ui/page/section";
import { useNow } from "@/components/ui/time/use-now";
import { useZone } from "@/components/ui/time/zone";
import { bandOf, failingWords, noneWords, shareOf, targetOf, watchedText } from "@/lib/client/webhook-log";
import type { DeliveryHealth } from "@/lib/contract/console/webhook-log/summary";
import { wordText } from "@/lib/contract/console/webhook-log/words";
import { formatCount } from "@/lib/format/format-count";
import { spanText } from "@/lib/format/span-text";
import type { Overview } from "./use-overview";

/** Health of the webhooks in the last 24 hours, from the stored log: a band of time, and a line for each. */
export function WebhooksSection({ overview: { deliveries } }: { overview: Overview }) {
  const open = (
    <Link className={besideLinkClass} href="/webhooks">
      Open<span className="sr-only"> webhooks</span>
    </Link>
  );
  return (
    <Section title="Webhooks" more={open}>
      <QueryView query={deliveries} label="the deliveries">
        {({ value }) => (
          <>
            {value.total > 0 ? <Band health={value} /> : <NoDeliveries health={value} />}
            <WebhookLines health={value} />
          </>
        )}
      </QueryView>
    </Section>
  );
}

function NoDeliveries({ health: { watched, reading } }: { health: DeliveryHealth }) {
  const zone = useZone();
  const since = watched === "all" ? undefined : watchedText(reading, zone);
  return (
    <p className="text-sm/[17px] text-ink-3">
      {reading.ok_at ? noneWords(watched, "in 24 h") : "No data yet"}
      {since && `. ${since}`}
    </p>
  );
}

function Band({ health }: { health: DeliveryHealth }) {
  const go = useGo();
  const { chart } = health;
  const steps = chart.counts.map(([arrived, late, retrying, not_delivered], index) => {
    const at = new Date(Date.parse(chart.first_at) + index * chart.step_seconds * 1_000).toISOString();
    return { at, arrived, late, retrying, not_delivered };
  });
  return (
    <DeliveryBand
      label="Deliveries of the last 24 h. Press a step to open its deliveries"
      {...bandOf({ ...health, chart: { ...chart, steps } })}
      onSelect={(span) => go(`/webhooks?${new URLSearchParams({ between: spanText(span) })}`)}
    />
  );
}

function WebhookLines({
  health: { webhooks, webhooks_known: known, watched, since_first_read },
}: {
  health: DeliveryHealth;
}) {
  if (webhooks.length === 0) return <p className="mt-2 text-sm/[17px] text-ink-3">The platform has no webhook.</p>;
  return (
    <ul className="mt-2.5">
      {webhooks.map((webhook) => (
        <WebhookLine key={webhook.webhook_id} health={webhook} watched={watched} since_first_read={since_first_read} />
      ))}
      {known > webhooks.length && (
        <li className="border-t border-rule pt-[7px]">
          <Link className={besideLinkClass} href="/webhooks">
            All {formatCount(known)}
          </Link>
        </li>
      )}
    </ul>
  );
}

type Health = DeliveryHealth["webhooks"][number];
type WebhookLineProps = { health: Health } & Pick<DeliveryHealth, "watched" | "since_first_read">;

function WebhookLine({ health, watched, since_first_read }: WebhookLineProps) {
  const zone = useZone();
  const nowMs = useNow(60_000) ?? 0;
  const { webhook_id: id, url } = health;
  const target = targetOf({ url: url ?? undefined });
  const { tone, note } = healthOf(health, failingWords(health, zone, nowMs), watched);
  return (
    <li className="grid grid-cols-[12px_minmax(0,1fr)_auto] items-baseline gap-x-2.5 border-t border-rule py-[7px]">
      <StatusIcon tone={tone} tinted className="self-center" />
      <Link
        className="block min-w-0 truncate leading-6 hover:underline hover:underline-offset-[3px]"
        title={target ? `${target.host}${target.path}` : id}
        href={`/webhooks?${new URLSearchParams({ webhook: wordText(id) })}`}
      >
        {target?.host ?? id}
        <span className="text-ink-3">{target?.path}</span>
      </Link>
      <span className="text-right text-ink-2">{shareOf(health, { watched, since_first_read }, id).share}</span>
      {note && (
        <span className={`col-start-2 text-sm/[17px] ${tone === "fault" ? "text-fault-ink" : "text-ink-3"}`}>
          {note}
        </span>
      )}
    </li>
  );
}

function healthOf(
  health: Health,
  failing: string | undefined,
  watched: DeliveryHealth["watched"],
): { tone: Tone; note?: string } {
  const { total, not_delivered: missed, retrying, older } = health;
  if (missed > 0) return { tone: failing ? "fault" : "wait", note: failing ?? `${formatCount(missed)} not arrived` };
  if (retrying > 0) return { tone: "live", note: `${formatCount(retrying)} not arrived yet` };
  if (total > 0) return watched === "all" ? { tone: "ok" } : { tone: "idle", note: "no known failures" };
  return { tone: "idle", note: older > 0 ? `${formatCount(older)} older, time unknown` : "no known deliveries" };
}
