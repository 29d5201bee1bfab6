import type { NotCalled } from "@/lib/client/lists/not-called";
import { countOf, formatCount } from "@/lib/format/format-count";

const peopleWord = (count: number) => countOf(count, "person", "people");

/** Rows of a file that was read again. `rows`: contacts of the upload. */
export function notCalledSentences({ found, notCalled }: Pick<NotCalled, "found" | "notCalled">, rows: number) {
  if (found === 0) return ["None of its people is in this upload. Choose the file that was uploaded."];
  const missing = rows - found;
  return [
    `${formatCount(notCalled)} of ${peopleWord(found)} ${notCalled === 1 ? "was" : "were"} not called yet, by the events received.`,
    ...(missing > 0 ? [`${peopleWord(missing)} of the upload ${missing === 1 ? "is" : "are"} not in this file.`] : []),
    ...(notCalled > 0 ? ["They stay in the campaign. It calls them unless it is paused or cancelled."] : []),
  ];
}
