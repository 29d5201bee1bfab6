import type { Example, GroupReport, Report } from "@/lib/client/contacts/engine";
import type { Plan, Rules } from "@/lib/client/contacts/plan";
import type { Group, Verdict } from "@/lib/client/contacts/verdicts";

/** A decision for all rows of one kind at once. */
export type Rewrite = {
  id: "plus" | "country" | "extension" | "cells" | "name" | "last" | "leaveUnassigned" | "allCountries";
  words: string;
  count: number;
  isOn: boolean;
  /** A number or name of such a row as it is now. */
  before: string | undefined;
  after: string | undefined;
  /** Rules as they are once this is applied, and once it is taken back. */
  applied: Partial<Rules>;
  takenBack: Partial<Rules>;
};

export type RewriteInput = {
  problem: GroupReport;
  report: Report;
  plan: Plan;
};

/** What can be done for the group, whatever is done for it already, and under what was tidied everything that is on. */
export function rewritesFor({ problem, report, plan }: RewriteInput): Rewrite[] {
  const examples = report.groups.flatMap((group) => group.examples);
  const all = everyRewrite(report, plan.rules, (verdict) => examples.find((each) => each.verdict === verdict));
  const own = all.filter(({ groups }) => groups.includes(problem.group));
  const isInOrder = problem.group === "tidied" || problem.group === "ok";
  const shown = isInOrder ? all.filter(({ isOn }) => isOn) : own;
  return shown.filter(({ count, isOn }) => count > 0 || isOn).map(({ groups: _, ...rewrite }) => rewrite);
}

type Find = (verdict: Verdict) => Example | undefined;

function everyRewrite({ verdicts }: Report, rules: Rules, find: Find): (Rewrite & { groups: Group[] })[] {
  const bare = find("plus_missing");
  const national = find("national");
  const nameless = find("name_missing");
  const extended = find("extension");
  return [
    {
      id: "plus",
      groups: ["international"],
      words: "Digits with a country code, no plus: put + in front",
      count: verdicts.plus_missing,
      isOn: rules.addsPlus,
      before: bare?.phone,
      after: bare?.suggestion,
      applied: { addsPlus: true },
      takenBack: { addsPlus: false },
    },
    {
      id: "country",
      groups: ["international"],
      words: "No country code: take them as numbers of",
      count: verdicts.national,
      isOn: rules.country !== null,
      before: national?.phone,
      after: undefined,
      applied: {},
      takenBack: { country: null },
    },
    {
      id: "extension",
      groups: ["letters"],
      words: "An extension behind the number: leave the extension out",
      count: verdicts.extension,
      isOn: rules.dropsExtensions,
      before: extended?.phone,
      after: extended?.suggestion,
      applied: { dropsExtensions: true },
      takenBack: { dropsExtensions: false },
    },
    {
      id: "cells",
      groups: ["columns"],
      words: "More cells than the header: leave the surplus out",
      count: verdicts.extra_cells,
      isOn: rules.dropsExtraCells,
      before: undefined,
      after: undefined,
      applied: { dropsExtraCells: true },
      takenBack: { dropsExtraCells: false },
    },
    {
      id: "name",
      groups: ["name_missing", "name_number"],
      words: "Name missing: use the number as the name",
      count: verdicts.name_missing,
      isOn: rules.emptyName === "number",
      before: nameless && "no name",
      after: nameless && (nameless.suggestion ?? nameless.phone),
      applied: { emptyName: "number" },
      takenBack: { emptyName: "error" },
    },
    {
      id: "last",
      groups: ["duplicate"],
      words: "Of rows with the same number: send the last of them instead",
      count: verdicts.duplicate,
      isOn: rules.keeps === "last",
      before: undefined,
      after: undefined,
      applied: { keeps: "last" },
      takenBack: { keeps: "first" },
    },
    {
      id: "leaveUnassigned",
      groups: ["unassigned", "not_assigned"],
      words: "In no assigned range: leave these out",
      count: verdicts.unassigned,
      isOn: rules.unassigned === "error",
      before: undefined,
      after: undefined,
      applied: { unassigned: "error" },
      takenBack: { unassigned: "sent" },
    },
    {
      id: "allCountries",
      groups: ["country"],
      words: countryWords(rules),
      count: verdicts.country,
      isOn: rules.countries !== null,
      before: undefined,
      after: undefined,
      applied: { countries: null },
      takenBack: { countries: null },
    },
  ];
}

const countryWords = ({ countries }: Rules) =>
  countries?.length === 1
    ? "Only numbers of 1 country are sent"
    : `Only numbers of ${countries?.length ?? 0} countries are sent`;

export const takeBackWords: Partial<Record<Rewrite["id"], string>> = {
  last: "Send the first instead",
  leaveUnassigned: "Send them all the same",
  allCountries: "Send all countries",
};
