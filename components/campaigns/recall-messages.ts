import type { RecallCount } from "@/lib/contract/console/inbox/campaign-results";
import { countOf, formatCount } from "@/lib/format/format-count";

/** `count`: undefined until they are counted. */
export function recallTitle(count: RecallCount | undefined): string {
  if (!count) return "Call these people again?";
  return count.people === 0
    ? "Nobody of them can be called again now"
    : `Call ${countOf(count.people, "person", "people")} again?`;
}

/** "No answer 42, not connected 19, busy 12." */
export const recallSentence = ({ results }: RecallCount): string =>
  `${upperFirst(results.map(({ result, people }) => `${result.toLowerCase()} ${formatCount(people)}`).join(", "))}.`;

/** Who is left out and why, a sentence for each reason. */
export function leftOutSentences({ blocked, retried, in_call, without_number }: RecallCount): string[] {
  const lines: readonly [number, one: string, more: string][] = [
    [blocked, "is on the do-not-call list and is left out", "are on the do-not-call list and are left out"],
    [
      retried,
      "may still be called by a campaign and is left out",
      "may still be called by a campaign and are left out",
    ],
    [in_call, "is in a call now and is left out", "are in a call now and are left out"],
    [without_number, "has no number in its events and is left out", "have no number in their events and are left out"],
  ];
  return lines.flatMap(([count, one, more]) =>
    count > 0 ? [`${countOf(count, "person", "people")} ${count === 1 ? one : more}.`] : [],
  );
}

const upperFirst = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
