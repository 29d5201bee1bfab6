"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PersonMenu } from "@/components/person/person-menu";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { Status } from "@/components/status/status";
import { linkButtonClass, linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { useNow } from "@/components/ui/time/use-now";
import { read } from "@/lib/client/query";
import { type FoundCall, listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { idToPath } from "@/lib/contract/identifier";
import type { OutputOf } from "@/lib/contract/operation";
import { formatCount } from "@/lib/format/format-count";
import { shortenId, visibleControls } from "@/lib/format/format-raw";
import { clockSpan, formatSpan } from "@/lib/format/format-time";
import { liveCalls } from "./call-list";
import { CallParty } from "./call-party";
import { CopyRowCall } from "./copy-row-call";
import { EndInList, useEndQuestion } from "./end-in-list";
import { type CallClock, clockOf, limitMessage, liveOrder, liveState, plus, shapeOf } from "./found-call";

const shownAtFirst = 6;

/** Calls in progress, those past their limit first. `E` asks to end the one that has the focus. */
function LiveCalls({ query }: { query: ReadQuery<OutputOf<typeof listFoundCalls>> }) {
  const [isAll, setIsAll] = useState(false);
  const nowMs = useNow();
  const calls = query.data?.value.data;
  useEndQuestion(calls);
  const ordered = liveOrder(calls ?? [], nowMs ?? 0);
  const shown = isAll ? ordered : ordered.slice(0, shownAtFirst);

  return (
    <section aria-labelledby="in-progress" className="border-t border-rule">
      <div className="flex min-h-9 items-center gap-2.5 bg-well px-(--gutter)">
        <h2 id="in-progress" className="text-md font-semibold tracking-[-0.004em]">
          In progress now
        </h2>
        {calls !== undefined && <span className="text-ink-3">{formatCount(calls.length)}</span>}
        {calls !== undefined && calls.length > 1 && (
          <span className="ml-auto text-sm/5 text-ink-3 max-narrow:hidden">Past the limit first, then longest</span>
        )}
      </div>
      <QueryView
        query={query}
        label="the calls in progress"
        rows={2}
        isEmpty={({ data }) => data.length === 0}
        empty={<p className="border-t border-rule px-(--gutter) py-2.5 text-ink-3">No calls in progress.</p>}
      >
        {() => (
          <>
            <ul>
              {shown.map((call) => (
                <LiveCall key={call.call_id} found={call} clock={clockOf(call, nowMs ?? Date.parse(call.at))} />
              ))}
            </ul>
            {ordered.length > shownAtFirst && (
              <p className="border-t border-rule px-(--gutter) py-2">
                <button
                  type="button"
                  className={linkButtonClass}
                  aria-expanded={isAll}
                  onClick={() => setIsAll(!isAll)}
                >
                  {isAll ? "Show fewer" : `Show all ${formatCount(ordered.length)}`}
                </button>
              </p>
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}

/** Calls in progress, outside of the page of calls. */
export function CallsNow() {
  return <LiveCalls query={useQuery(read(listFoundCalls, liveCalls))} />;
}

// From 720 px one line, below that two lines and the bar.
const rowClass = [
  "grid min-h-11 items-center gap-x-3 border-t border-rule px-(--gutter) py-1",
  "grid-cols-[112px_minmax(0,1.5fr)_minmax(0,1fr)_minmax(64px,200px)_104px_112px] max-mid:grid-cols-[104px_minmax(0,1.5fr)_minmax(0,1fr)_88px_104px_112px]",
  "max-rail:grid-cols-[104px_minmax(0,1.5fr)_minmax(0,1fr)_104px_112px]",
  "max-narrow:grid-cols-[minmax(0,1fr)_auto_auto] max-narrow:gap-y-1 max-narrow:py-2",
].join(" ");

function LiveCall({ found, clock }: { found: FoundCall; clock: CallClock }) {
  const { call_id } = found;
  const nowMs = useNow();
  const call = shapeOf(found, nowMs);
  return (
    <li data-call={call_id} className={`${rowClass} ${clock.isLate ? "bg-wait-wash [--cut:var(--wait-wash)]" : ""}`}>
      <span className="max-narrow:order-4">
        <LiveStatus found={found} />
      </span>
      <span className="min-w-0 max-narrow:order-1">
        <CallParty found={found} isLinked />
      </span>
      <span className="min-w-0 truncate max-narrow:order-5 max-narrow:col-span-2 max-narrow:text-right">
        <CallCampaign found={found} />
      </span>
      <span className="max-rail:hidden max-narrow:order-6 max-narrow:col-span-full max-narrow:block">
        <LimitBar clock={clock} isRinging={call.isRinging} />
      </span>
      <span className={`text-right max-narrow:order-2 ${clock.isLate ? "text-wait-ink" : ""}`}>
        <b className="block text-lg/5 font-semibold tabular-nums">{clockSpan(clock.seconds)}</b>
        <small className={`block text-sm/[17px] whitespace-nowrap ${clock.isLate ? "" : "text-ink-3"}`}>
          {limitMessage(clock)}
        </small>
      </span>
      <span className="flex items-center gap-1 justify-self-end max-narrow:order-3">
        <EndInList found={found} />
        <PersonMenu call_id={call_id} number={plus(found.contact)} name={found.contact_name}>
          <CopyRowCall found={found} />
        </PersonMenu>
      </span>
    </li>
  );
}

/** Campaign by name. A call without one names its direction. */
export function CallCampaign({ found: { campaign_id, campaign_name, direction } }: { found: FoundCall }) {
  if (campaign_id === null)
    return <span className="text-ink-3">{direction === null ? "no campaign" : visibleControls(direction)}</span>;
  return (
    <Link className={linkClass} href={`/campaigns/${idToPath(campaign_id)}`} title={campaign_id}>
      {campaign_name === null ? <code>{shortenId(campaign_id)}</code> : visibleControls(campaign_name)}
    </Link>
  );
}

export function LiveStatus({ found }: { found: FoundCall }) {
  const { word, tone, title } = liveState(found, useNow());
  return <Status word={word} tone={tone} title={title} />;
}

const fullBarClass = "bg-[repeating-linear-gradient(-45deg,var(--wait-fill)_0_4px,var(--wait-wash)_4px_6px)]";

/** Fills up to the limit. Hatched past it, dotted while nobody has answered. */
function LimitBar({ clock: { seconds, limit, over, isLate }, isRinging }: { clock: CallClock; isRinging: boolean }) {
  if (limit === undefined) return <span />;
  const share = Math.min(100, (seconds / limit) * 100);
  const words = `${formatSpan(seconds, true)} of ${formatSpan(limit, true)}`;
  return (
    <span
      role="img"
      aria-label={over > 0 ? `${words}, past the limit` : words}
      className={`block h-1.5 overflow-hidden rounded-[3px] border ${isLate ? `border-wait-fill ${fullBarClass}` : "border-edge"}`}
    >
      {!isLate && (
        <svg
          className="block size-full text-live-fill"
          viewBox="0 0 100 6"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {isRinging ? (
            <path d={`M0 3H${share}`} stroke="currentColor" strokeWidth="6" strokeDasharray="1.5 1.5" />
          ) : (
            <rect width={share} height="6" fill="currentColor" />
          )}
        </svg>
      )}
    </span>
  );
}
