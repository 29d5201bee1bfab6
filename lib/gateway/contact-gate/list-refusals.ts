import { refused } from "@/lib/contract/problem";
import { formatCount } from "@/lib/format/format-count";

/** Row numbers count from 1 with the header, as in a spreadsheet. They are the only thing that a refusal names. */
export type RowRefusals = { blocked: RowNumbers; unread: RowNumbers };

const mostNamed = 20;

/** Counts all rows, and keeps the first ones. */
export class RowNumbers {
  count = 0;
  private readonly first: number[] = [];

  add(row: number): void {
    this.count += 1;
    if (this.first.length < mostNamed) this.first.push(row);
  }

  /** "Row 5 is", "Rows 5, 9 and 12 are", "Rows 2, 3, … and 980 more are" */
  subject(one: string, several: string): string {
    const [first, ...others] = this.first.map(formatCount);
    if (others.length === 0) return `Row ${first} ${one}`;
    const more = this.count - this.first.length;
    const last = more > 0 ? `${formatCount(more)} more` : others.pop();
    return `Rows ${[first, ...others].join(", ")} and ${last} ${several}`;
  }
}

/** Throws a Problem if any row is refused. */
export function refuseRows({ blocked, unread }: RowRefusals): void {
  if (blocked.count + unread.count === 0) return;
  const sentences = [
    blocked.count > 0 && `${blocked.subject("is", "are")} on the do-not-call list.`,
    unread.count > 0 && `${unread.subject("has", "have")} no phone number with + and its country code.`,
    unread.count > 0 && "No other text may stand beside a number.",
    "Nothing was sent.",
    blocked.count > 0
      ? "Take these rows out, or import the file on the campaign's page, which leaves them out."
      : "Correct these rows, or import the file on the campaign's page, which helps with them.",
  ];
  throw refused(blocked.count > 0 ? "blocked_people" : "bad_input", sentences.filter(Boolean).join(" "));
}
