import type { Plan, Rules } from "@/lib/contacts/plan";

/** What a change of plan did, as the button says that takes it back. */
export function planChange(before: Plan, after: Plan): string {
  const rule = (Object.keys(ruleWords) as (keyof Rules)[]).find((each) => after.rules[each] !== before.rules[each]);
  if (rule) return ruleWords[rule];
  const row = [...after.edits.keys(), ...before.edits.keys()].find(
    (each) => after.edits.get(each) !== before.edits.get(each),
  );
  return row === undefined ? "the last change" : `row ${row.toLocaleString("en-US")}`;
}

const ruleWords: Record<keyof Rules, string> = {
  country: "the country of national numbers",
  dropsExtensions: "numbers without their extensions",
  extraCells: "what becomes of surplus cells",
  usesSuggestions: "the use of all suggestions",
  sendsHidden: "rows that the workbook hides",
  addsPlus: "the plus in front of numbers",
  keeps: "which of the same numbers is sent",
  emptyName: "numbers as missing names",
  unassigned: "numbers in unknown ranges",
  countries: "the choice of countries",
};
