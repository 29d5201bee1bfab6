import type { Plan, Rules } from "@/lib/contacts/plan";
import { formatCount } from "@/lib/format/format-count";

/** Label of a plan change for the undo button. */
export function planChange(before: Plan, after: Plan): string {
  if (after.mapping !== before.mapping) return "the choice of columns";
  const rule = (Object.keys(ruleMessage) as (keyof Rules)[]).find((name) => after.rules[name] !== before.rules[name]);
  if (rule) return ruleMessage[rule];
  const row = [...after.edits.keys(), ...before.edits.keys()].find(
    (row) => after.edits.get(row) !== before.edits.get(row),
  );
  return row === undefined ? "the last change" : `row ${formatCount(row)}`;
}

const ruleMessage: Record<keyof Rules, string> = {
  country: "the country of national numbers",
  dropsExtensions: "numbers without their extensions",
  extraCells: "how extra cells are handled",
  usesSuggestions: "the use of all suggestions",
  sendsHidden: "rows that the workbook hides",
  addsPlus: "the plus in front of numbers",
  keeps: "which duplicate is uploaded",
  emptyName: "numbers as missing names",
  unassigned: "numbers in unknown ranges",
  countries: "the choice of countries",
};
