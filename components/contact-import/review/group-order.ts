import type { GroupReport } from "@/lib/contacts/engine";
import type { Group } from "@/lib/contacts/validate/row-status";
import { type Heading, headingOf, headings } from "./group-messages";

export const headingNames = Object.keys(headings) as readonly Heading[];

/** As they stand in the list: by heading, the largest first within one. */
export function orderGroups(groups: readonly GroupReport[]): GroupReport[] {
  const place = ({ group }: GroupReport) => headingNames.indexOf(headingOf(group));
  return [...groups].sort((a, b) => place(a) - place(b) || b.count - a.count);
}

/** What is looked at once a group holds no rows any more: the one that stood below it, or else the first. */
export function groupAfter(gone: Group, before: readonly Group[], now: readonly Group[]): Group | undefined {
  return before.slice(before.indexOf(gone) + 1).find((group) => now.includes(group)) ?? now[0];
}
