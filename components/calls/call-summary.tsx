"use client";

import { type ReactNode, useState } from "react";
import { CallRow } from "@/components/record/call-row";
import { PhoneNumber } from "@/components/record/phone-number";
import { Figure, Figures, Lead, LinkRows, RecordLink, RelatedSection } from "@/components/record/summary";
import { overLimit } from "@/components/registry/over-limit";
import { linkButtonClass, linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { Section, sectionClass } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { useNow } from "@/components/ui/time/use-now";
import { useZone } from "@/components/ui/time/zone";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { type CallShape, type CallTurn, endedReason, readCall } from "@/lib/contract/shapes/call";
import { formatMoney } from "@/lib/format/decimal";
import { countOf } from "@/lib/format/format-count";
import { formatRaw, visibleControls } from "@/lib/format/format-raw";
import { formatMinute, formatSpan } from "@/lib/format/format-time";
import { clockSpan } from "./found-call";

type CallSummaryProps = {
  call: CallShape;
  assistant: string | undefined;
  /** When it reaches its limit of talking or ringing. */
  limit_at: string | undefined;
  /** The platform could not be read, so these are the facts of its events. */
  isFromEvents?: boolean;
};

/** Summary of a call: outcome, time, length, end reason, cost and transcript. */
export function CallSummary({ call, assistant, limit_at, isFromEvents = false }: CallSummaryProps) {
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
        {isFromEvents && (
          <p className="text-ink-2">From the events received. The platform’s record could not be read.</p>
        )}
        {call.summary && (
          <p className="max-w-[43em] text-ink-2">
            “{visibleControls(call.summary)}” <span className="text-ink-3">The platform’s summary</span>
          </p>
        )}
      </Lead>
      <CallFigures call={call} seconds={seconds} isLate={over !== undefined} />
      {call.turns.length > 0 && <Transcript turns={call.turns} assistant={assistant} />}
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

export function callSentence(call: CallShape, seconds: number | undefined): string {
  const span = seconds ? formatSpan(seconds, true) : "";
  if (call.isLive) {
    return `${call.isRinging ? "Not answered yet" : "In progress"}${span && ` for ${span}`}.`.replace(
      "yet for",
      "yet, for",
    );
  }
  const known = endedReason(call.reason);
  if (known) return known.sentence(span);
  if (!call.isOver) return "How it went is unknown.";
  return `It ended${span && ` after ${span}`}.`;
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
        title="When"
        figure={startedMs === undefined ? nothing : formatMinute(startedMs, zone)}
        unit={startedMs !== undefined && <TimeText at={startedMs} variant="short-day" />}
      >
        {startedMs === undefined ? "unknown" : <TimeText at={startedMs} variant="relative" quiet />}
      </Figure>
      <Figure
        title="How long"
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

function Transcript({ turns, assistant }: { turns: readonly CallTurn[]; assistant: string | undefined }) {
  const [isAll, setIsAll] = useState(false);
  const shown = isAll ? turns : turns.slice(0, shownAtFirst);
  const more = turns.length > shownAtFirst && (
    <button type="button" className={linkButtonClass} aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
      {isAll ? "Show fewer" : "Show all"}
    </button>
  );
  return (
    <Section title="Transcript" note={`${countOf(turns.length, "turn")}, as transcribed by the platform`} more={more}>
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

/** Links to the campaign, assistant and other records of a call. */
export function PartOf({ call }: { call: CallShape }) {
  const { campaign_id, assistant_id, workflow_ref, session_id, phone_number_id } = call.ids;
  const row = (name: string, value: ReactNode | undefined) => (value ? [[name, value] as const] : []);
  const link = (field: string, id: string | undefined) => id && <RecordLink key={field} field={field} id={id} />;
  const session = session_id && (
    <>
      <RecordLink field="session_id" id={session_id} />{" "}
      <span className="text-ink-3">{call.isLive ? "active" : call.isOver ? "ended with the call" : ""}</span>
    </>
  );
  const number = call.ownNumber && <PhoneNumber number={call.ownNumber} />;
  const rows = [
    ...row("Campaign", link("campaign_id", campaign_id)),
    ...row("Assistant", link("assistant_id", assistant_id)),
    ...row("Workflow", link("workflow_ref", workflow_ref)),
    ...row("Session", session),
    ...row(
      "Number",
      phone_number_id === undefined ? (
        number
      ) : (
        <RecordLink field="phone_number_id" id={phone_number_id}>
          {number}
        </RecordLink>
      ),
    ),
  ];
  return (
    <Section title="Part of">
      {rows.length > 0 ? (
        <LinkRows rows={rows} />
      ) : (
        <p className="text-sm/[17px] text-ink-3">No campaign or assistant recognized in the record.</p>
      )}
    </Section>
  );
}

/** The other calls with this customer's number, of those known here. */
export function OtherCalls({ number, call_id }: { number: string; call_id: string }) {
  return (
    <RelatedSection
      title="Other calls with this number"
      value={number}
      among="calls"
      none="No other calls found."
      isShown={({ ref }) => ref !== call_id}
      sortBy={({ fields }) => readCall(fields).startedMs ?? 0}
    >
      {(record) => <CallRow record={record} />}
    </RelatedSection>
  );
}

/** Events received about a call. */
export function CallEvents({ found: { call_id, events, no_end_seen } }: { found: FoundCall }) {
  const href = `/webhooks/received?${new URLSearchParams({ call: call_id })}`;
  return (
    <Section title="Events received">
      <p className="text-ink-2">
        <Link className={linkClass} href={href}>
          {countOf(events, "event")}
        </Link>{" "}
        about this call.{no_end_seen && " None of them says that it ended, long after its limit."}
      </p>
    </Section>
  );
}

const afterMs = 120_000;

/** The webhook log of the time of a call: it holds no IDs of calls. */
export function CallDeliveries({ call: { startedMs, endedMs } }: { call: CallShape }) {
  const zone = useZone();
  if (startedMs === undefined) return <div hidden />;
  const endMs = endedMs === undefined ? undefined : endedMs + afterMs;
  const iso = (ms: number | undefined) => (ms === undefined ? "" : new Date(ms).toISOString());
  const href = `/webhooks?${new URLSearchParams({ between: `${iso(startedMs)}..${iso(endMs)}` })}`;
  const from = formatMinute(startedMs, zone);
  return (
    <section className={sectionClass} aria-label="Deliveries at that time">
      <h2 className="mb-2 text-md font-semibold tracking-[-0.004em]">Deliveries at that time</h2>
      <p className="text-ink-2">
        The webhook log has no call IDs.{" "}
        <Link className={linkClass} href={href}>
          {endMs === undefined ? `Deliveries since ${from}` : `Deliveries from ${from} to ${formatMinute(endMs, zone)}`}
        </Link>
      </p>
    </section>
  );
}
