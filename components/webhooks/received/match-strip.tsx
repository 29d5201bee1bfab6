import { TextLink } from "@/components/ui/buttons/link";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import type { LogMatch } from "@/lib/contract/console/inbox/received";
import { formatCount } from "@/lib/format/format-count";
import type { ReceivedState } from "./use-received";

const cells = [
  { match: "yes", field: "matched", tone: "ok", name: "matched", note: "in the log and here" },
  {
    match: "missing",
    field: "log_only",
    tone: "fault",
    name: "in the log, not here",
    note: "did not reach Switchboard",
  },
  {
    match: "no",
    field: "here_only",
    tone: "unknown",
    name: "here, not in the log",
    note: "no delivery in the log fits",
  },
  {
    ...{ match: "more", field: "more_arrivals", tone: "wait", name: "more arrivals than attempts" },
    note: "came more often than the log says",
  },
] as const satisfies readonly { match: string; field: keyof LogMatch; tone: Tone; name: string; note: string }[];

export function MatchStrip({ received: { url, match, matched } }: { received: ReceivedState }) {
  if (!match) return <div className="h-[61px] border-t border-rule max-narrow:h-[122px]" />;
  if (!match.has_webhook)
    return (
      <p className="border-t border-rule px-(--gutter) py-3 text-ink-2">
        Switchboard compares what arrives with the platform’s log once a webhook there has{" "}
        <TextLink href="/webhooks/address">one of its addresses</TextLink>.
      </p>
    );
  const choose = (value: string | undefined) =>
    url.set({ matched: value, tab: undefined, after: undefined, entry: undefined });
  return (
    <ul className="grid grid-cols-4 border-t border-rule max-narrow:grid-cols-2" aria-label="Log against arrivals">
      {cells.map(({ match: value, field, tone, name, note }) => (
        <li
          key={field}
          className="min-w-0 border-rule not-first:border-l [&:first-child>button]:pl-(--gutter) max-narrow:odd:border-l-0 max-narrow:nth-[n+3]:border-t"
        >
          <button
            type="button"
            className="flex size-full flex-col items-start justify-start px-4 py-2.5 text-left hover:bg-hover aria-pressed:bg-pick aria-pressed:shadow-[inset_0_-2px_0_var(--accent)]"
            aria-pressed={matched === value}
            onClick={() => choose(matched === value ? undefined : value)}
          >
            <span className="flex items-baseline gap-x-1.5">
              <StatusIcon tone={match[field] === 0 && tone !== "ok" ? "idle" : tone} tinted className="flex-none" />
              <b className="text-lg/5 font-semibold">{formatCount(match[field])}</b>
              <span className="min-w-0 text-sm/5 font-medium">{name}</span>
            </span>
            <span className="block pl-[18px] text-sm/[17px] text-ink-3">{note}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
