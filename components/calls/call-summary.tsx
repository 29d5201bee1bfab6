import { useState } from "react";
import { Figure, Figures, Lead } from "@/components/record/summary";
import { overLimit } from "@/components/registry/over-limit";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { useNow } from "@/components/ui/time/use-now";
import { useZone } from "@/components/ui/time/zone";
import { type CallShape, type CallTurn, endedReason } from "@/lib/contract/shapes/call";
import { countOf } from "@/lib/format/format-count";
import { formatRaw, visibleControls } from "@/lib/format/format-raw";
import { clockSpan, formatMinute, formatSpan } from "@/lib/format/format-time";
import { formatMoney } from "@/lib/format/money";
import { callSentence } from "./call-sentence";

type CallSummaryProps = {
  call: CallShape;
  /** When it reaches its limit of talking or ringing. */
  limit_at: string | undefined;
  /** Where these facts come from, if not from the platform's record. */
  note?: string | undefined;
};

/** Summary of a call: outcome, time, length, end reason and cost. */
export function CallSummary({ call, limit_at, note }: CallSummaryProps) {
  const seconds = useCallSeconds(call);
  const over = overLimit(call.isOver ? undefined : limit_at, useNow(call.isOver ? 60_000 : 1_000));
  return (
    <>
      <Lead
        title={
          over === undefined ? (
            callSentence(call, seconds)
          ) : (
            <span className="text-wait-ink">
              {callSentence(call, seconds)} It is {over} past its limit.
            </span>
          )
        }
      >
        {note && <p className="text-ink-2">{note}</p>}
        {call.summary && (
          <p className="max-w-[43em] text-ink-2">
            “{visibleControls(call.summary)}” <span className="text-ink-3">The platform’s summary</span>
          </p>
        )}
      </Lead>
      <CallFigures call={call} seconds={seconds} isLate={over !== undefined} />
    </>
  );
}

/** How long a call has lasted: as its record says, or until now while it is under way. */
function useCallSeconds({ isLive, talkSeconds, answeredMs, startedMs }: CallShape): number | undefined {
  const now = useNow(isLive ? 1_000 : 60_000);
  if (!isLive) return talkSeconds;
  const since = answeredMs ?? startedMs;
  return since === undefined || now === undefined ? undefined : Math.max(0, Math.round((now - since) / 1000));
}

const openMessage = ({ isWaiting, isRinging }: CallShape) =>
  isWaiting ? "Waiting" : isRinging ? "Still ringing" : "In progress";

const nothing = <span className="text-ink-3">–</span>;

type CallFiguresProps = { call: CallShape; seconds: number | undefined; isLate: boolean };

function CallFigures({ call, seconds, isLate }: CallFiguresProps) {
  const zone = useZone();
  const { startedMs, ringSeconds, answeredMs, reason, isOver, isLive, cost, currency } = call;
  const known = endedReason(reason);
  const isShort = seconds !== undefined && seconds < 60;
  const money = cost === undefined ? undefined : formatMoney(cost, currency);
  return (
    <Figures>
      <Figure
        title="Started"
        figure={startedMs === undefined ? nothing : formatMinute(startedMs, zone)}
        unit={startedMs !== undefined && <TimeText at={startedMs} variant="short-day" />}
      >
        {startedMs === undefined ? "unknown" : <TimeText at={startedMs} variant="relative" quiet />}
      </Figure>
      <Figure
        title="Length"
        figure={
          seconds === undefined ? (
            nothing
          ) : (
            <span className={isLate ? "text-wait-ink" : ""}>{isShort ? seconds : clockSpan(seconds)}</span>
          )
        }
        unit={seconds === undefined ? undefined : isShort ? "s" : seconds < 3600 ? "min" : "h"}
      >
        {answeredMs !== undefined && ringSeconds !== undefined && `answered after ${formatSpan(ringSeconds, true)}`}
        {isOver && seconds === 0 && "not answered"}
      </Figure>
      <Figure
        title="Why it ended"
        isWord
        figure={known?.label ?? (reason ? formatRaw(reason) : isLive ? openMessage(call) : nothing)}
      >
        {known && <code>{reason}</code>}
        {isOver && reason === undefined && "unknown"}
      </Figure>
      <Figure
        title="Cost"
        figure={isLive || money === undefined ? nothing : money}
        unit={isLive || money === undefined ? undefined : currency}
      >
        {isLive ? "available once it ends" : cost === undefined ? "unknown" : money !== cost && `${cost} as sent`}
      </Figure>
    </Figures>
  );
}

const shownAtFirst = 4;

export function Transcript({ turns, assistant }: { turns: readonly CallTurn[]; assistant: string | undefined }) {
  const [isAll, setIsAll] = useState(false);
  const shown = isAll ? turns : turns.slice(0, shownAtFirst);
  const more = turns.length > shownAtFirst && (
    <button type="button" className={linkButtonClass} aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
      {isAll ? "Show fewer" : "Show all"}
    </button>
  );
  return (
    <Section
      title="What was said"
      note={`${countOf(turns.length, "turn")}, as transcribed by the platform`}
      more={more}
    >
      <ol className="mt-2.5 grid gap-[7px]">
        {shown.map(({ role, text, seconds }, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: what was said never changes places
            key={at}
            className="grid grid-cols-[52px_84px_minmax(0,1fr)] gap-x-3 max-narrow:grid-cols-[52px_minmax(0,1fr)]"
          >
            <span className="text-sm/5 text-ink-3">{seconds === undefined ? "" : clockSpan(seconds)}</span>
            <b className="font-[550] wrap-anywhere">{speakerOf(role, assistant)}</b>
            <span className="wrap-anywhere whitespace-pre-line max-narrow:col-start-2" dir="auto">
              {visibleControls(text)}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** "Maya" of “Maya, tariff renewals”. */
function speakerOf(role: string, assistant: string | undefined): string {
  if (/^(assistant|agent)$/i.test(role)) return assistant?.split(",")[0]?.slice(0, 40) || "Assistant";
  if (/^(user|customer)$/i.test(role)) return "Customer";
  return visibleControls(role);
}
