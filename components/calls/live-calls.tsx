"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { PersonMenu } from "@/components/person/person-menu";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { useSend } from "@/components/send/use-send";
import { Status } from "@/components/status/status";
import { useKeys } from "@/components/ui/browser/use-keys";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { linkButtonClass, linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { useToast } from "@/components/ui/overlay/toast";
import { useNow } from "@/components/ui/time/use-now";
import { read } from "@/lib/client/query";
import { endCall } from "@/lib/contract/api/calls";
import { type FoundCall, listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { idToPath } from "@/lib/contract/identifier";
import type { OutputOf } from "@/lib/contract/operation";
import type { CallShape } from "@/lib/contract/shapes/call";
import { formatCount } from "@/lib/format/format-count";
import { shortenId, visibleControls } from "@/lib/format/format-raw";
import { clockSpan, formatSpan } from "@/lib/format/format-time";
import { liveCalls } from "./call-filters";
import { CallParty } from "./call-party";
import { EndCall } from "./end-call";
import { type CallClock, clockOf, limitMessage, liveOrder, plus, shapeOf } from "./found-call";
import { useEndOff } from "./use-end-off";

const shownAtFirst = 6;

/** Calls in progress, those past their limit first. `E` asks to end the one that has the focus. */
export function LiveCalls({ query }: { query: ReadQuery<OutputOf<typeof listFoundCalls>> }) {
  const url = useUrlState();
  const [isAll, setIsAll] = useState(false);
  const nowMs = useNow();
  const calls = query.data?.value.data;
  const mayEnd = useMay(endCall);
  useEndedElsewhere(calls);
  useKeys({
    E: () => {
      const call = document.activeElement?.closest<HTMLElement>("[data-call]")?.dataset.call;
      if (call !== undefined && mayEnd) url.set({ ask: askFor(call) }, { replaces: true });
    },
  });
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

/** Value of the URL parameter that opens the question for a call. */
const askFor = (call_id: string) => `end ${call_id}`;

/** Closes the question about a call that ended meanwhile, and says so. */
function useEndedElsewhere(calls: readonly FoundCall[] | undefined) {
  const url = useUrlState();
  const toast = useToast();
  const asked = url.get("ask");
  const hasEnded =
    asked?.startsWith(askFor("")) && calls !== undefined && !calls.some(({ call_id }) => askFor(call_id) === asked);
  useEffect(() => {
    if (!hasEnded) return;
    url.set({ ask: undefined }, { replaces: true });
    toast({ title: "The call has just ended" });
  }, [hasEnded, url.set, toast]);
}

// From 861 px one line, below that two lines and the bar.
const rowClass = [
  "grid min-h-11 items-center gap-x-3 border-t border-rule px-(--gutter) py-1",
  "grid-cols-[112px_minmax(0,1.5fr)_minmax(0,1fr)_minmax(64px,200px)_104px_112px] max-mid:grid-cols-[104px_minmax(0,1.5fr)_minmax(0,1fr)_88px_104px_112px]",
  "max-narrow:grid-cols-[minmax(0,1fr)_auto_auto] max-narrow:gap-y-1 max-narrow:py-2",
].join(" ");

function LiveCall({ found, clock }: { found: FoundCall; clock: CallClock }) {
  const { call_id } = found;
  const call = shapeOf(found);
  const isOwnCall = useEndOff(found.campaign_id) === undefined;
  const mayEnd = useMay(endCall) && isOwnCall;
  const end = useSend(endCall, { call_id }, { what: "End call" });
  return (
    <li data-call={call_id} className={`${rowClass} ${clock.isLate ? "bg-wait-wash [--cut:var(--wait-wash)]" : ""}`}>
      <span className="max-narrow:order-4">
        <LiveStatus found={found} call={call} clock={clock} />
      </span>
      <span className="min-w-0 max-narrow:order-1">
        <CallParty found={found} isLinked />
      </span>
      <span className="min-w-0 truncate max-narrow:order-5 max-narrow:col-span-2 max-narrow:text-right">
        <CallCampaign found={found} />
      </span>
      <span className="max-narrow:order-6 max-narrow:col-span-full">
        <LimitBar clock={clock} isRinging={call.isRinging} />
      </span>
      <span className={`text-right max-narrow:order-2 ${clock.isLate ? "text-wait-ink" : ""}`}>
        <b className="block text-lg/5 font-semibold tabular-nums">{clockSpan(clock.seconds)}</b>
        <small className={`block text-sm/[17px] whitespace-nowrap ${clock.isLate ? "" : "text-ink-3"}`}>
          {limitMessage(clock, call)}
        </small>
      </span>
      <span className="flex items-center gap-1 justify-self-end max-narrow:order-3">
        {end.answer ? (
          <span className="text-sm/5 text-ink-3">Ended</span>
        ) : (
          mayEnd && <EndCall send={end} call_id={call_id} call={call} ask={askFor(call_id)} isInList />
        )}
        <PersonMenu call_id={call_id} number={plus(found.contact)} name={found.contact_name} />
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

function LiveStatus({ found, call, clock }: { found: FoundCall; call: CallShape; clock: CallClock }) {
  if (found.no_end_seen)
    return (
      <Status
        word="No end seen"
        tone="wait"
        title="It should have ended, and no event said so. The platform is asked once an hour."
      />
    );
  if (clock.isLate) return <Status word="Past limit" tone="wait" />;
  const word = call.isWaiting ? "Waiting" : call.isRinging ? "Ringing" : "In progress";
  return <Status word={word} tone="live" title="From its last event. It can have been answered since." />;
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
