import type { CampaignCounts } from "@/lib/contract/console/campaign-counters";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { countOf, formatCount } from "@/lib/format/format-count";

const people = (count: number) => countOf(count, "person", "people");

type Called = { counts: CampaignCounts; status: string | null; contacts: number };

/** People of an ended campaign who were never called. `contacts`: people whom events told of. */
export function neverCalled({ counts, status, contacts }: Called): number {
  if (stageOf(status) !== "ended") return 0;
  const left = (counts.cancelled?.count ?? 0) + (counts.waiting?.count ?? 0);
  // Who waited for another call when the campaign was cancelled counts as cancelled, but was called.
  return Math.max(0, left - Math.max(0, contacts - handledCalls(counts)));
}

const handledCalls = ({ done, failed, active }: CampaignCounts) =>
  (done?.count ?? 0) + (failed?.count ?? 0) + (active?.count ?? 0);

/** "272 done or failed, 748 never called"; by the people of events if the platform counts nothing. */
export function resultSentence(called: Called): string {
  const { counts, status, contacts } = called;
  if (!counts.done && !counts.failed) return `${people(contacts)} called`;
  const ended = (counts.done?.count ?? 0) + (counts.failed?.count ?? 0);
  const never = neverCalled(called);
  const waiting = stageOf(status) === "ended" ? 0 : (counts.waiting?.count ?? 0);
  return [
    `${formatCount(ended)} done or failed`,
    ...(counts.active?.count ? [`${formatCount(counts.active.count)} in progress`] : []),
    ...(waiting > 0 ? [`${formatCount(waiting)} waiting`] : []),
    ...(never > 0 ? [`${formatCount(never)} never called`] : []),
  ].join(", ");
}

/** Set if some of them may have been called: who waits for a second call is cancelled with the others. */
export function neverCalledNote(called: Called): string | undefined {
  const { calls } = called.counts;
  const wereRepeated = calls === undefined || calls.count > handledCalls(called.counts);
  return neverCalled(called) > 0 && wereRepeated
    ? "Among those never called can be people who were called and waited for another call: the platform counts both as cancelled."
    : undefined;
}

/** Why the bars do not add up to the platform's count of people called; undefined if they do, or if nothing is counted. */
export function resultDifference({ counts, contacts }: Called): string | undefined {
  if (!counts.done && !counts.failed) return undefined;
  const missing = handledCalls(counts) - contacts;
  if (missing === 0) return undefined;
  return missing > 0
    ? `No event arrived for ${people(missing)}, or they were called before the first event.`
    : `${formatCount(-missing)} more ${missing === -1 ? "person was" : "people were"} called at least once.`;
}
