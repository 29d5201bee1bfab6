import { Status } from "@/components/status/status";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { sectionClass, sectionsClass } from "@/components/ui/page/section";
import { useZone } from "@/components/ui/time/zone";
import { momentWords, shareOf } from "@/lib/client/webhook-log";
import type { DeliverySummary, WebhookHealth } from "@/lib/contract/console/webhook-log/summary";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";

type CountsProps = {
  summary: DeliverySummary;
  health: WebhookHealth | undefined;
  last: string | null | undefined;
  nowMs: number;
};

export function WebhookCounts({ summary, health, last, nowMs }: CountsProps) {
  const { total, choices, late, watched } = summary;
  const zone = useZone();
  const known = shareOf(summary, summary);
  const { failing_since: since = null, failing: count = 0 } = health ?? {};
  const failing =
    since !== null && count > 1
      ? `${formatCount(count)} not arrived since ${momentWords(since, zone, nowMs)}`
      : undefined;
  return (
    <section
      className={`${sectionsClass({ columns: "own" })} grid-cols-2 narrow:grid-cols-3 max-narrow:[&>*:last-child]:col-span-2`}
      aria-label="Figures"
    >
      <Figure
        title="Arrived"
        figure={known.share}
        note={
          (known.since ? `of ${formatCount(known.total)} since ${momentWords(known.since, zone, nowMs)}` : "") ||
          choices.status.map(({ word, count }) => `${word} ${formatCount(count)}`).join(", ") ||
          "none in this time"
        }
      />
      <Figure
        title="Late"
        figure={late ? formatCount(late.total) : watched === "all" ? "0" : "–"}
        note={`${late ? `by up to ${formatSpan(late.longest_seconds)}, ` : ""}of ${countOf(total, "delivery", "deliveries")}`}
      />
      <Figure
        title="Last arrived"
        figure={
          last ? momentWords(last, zone, nowMs) : last === null ? (health?.older ? "not known" : "never seen") : "–"
        }
        note={failing ?? ""}
        tone={failing ? "fault" : undefined}
      />
    </section>
  );
}

type FigureProps = { title: string; figure: string; note: string; tone?: Tone | undefined };

function Figure({ title, figure, note, tone }: FigureProps) {
  return (
    <div
      className={`${sectionClass} min-h-[106px] pt-[13px] pb-3.5 max-narrow:py-3 max-narrow:even:border-l max-narrow:even:border-l-rule max-narrow:nth-2:border-t-0 max-narrow:last:odd:col-span-full`}
    >
      <h2 className="mb-[3px] text-sm font-medium text-ink-2">{title}</h2>
      <div
        className="text-2xl font-[560] tracking-[-0.022em] max-narrow:text-[22px] max-narrow:leading-7"
        data-amount
        title={figure}
      >
        <span className="block max-w-full min-w-0 flex-none truncate">{figure}</span>
      </div>
      <div className="mt-1.5 block min-h-4 min-w-0 truncate text-sm text-ink-3" title={note}>
        {tone ? <Status word={note} tone={tone} /> : note}
      </div>
    </div>
  );
}
