import type { Example, GroupReport, Report } from "@/lib/contacts/engine";
import type { Plan, Rules } from "@/lib/contacts/plan";
import { type Group, type RowStatus, type Suggested, suggested } from "@/lib/contacts/validate/row-status";

/** A decision for all rows of one kind at once. */
export type Rewrite = {
  id:
    | "plus"
    | "country"
    | "extension"
    | "join"
    | "cells"
    | "name"
    | "last"
    | "hidden"
    | "leaveUnassigned"
    | "allCountries"
    | Suggested;
  words: string;
  count: number;
  isOn: boolean;
  /** A number or name of such a row as it is now. */
  before?: string | undefined;
  after?: string | undefined;
  /** Rows that have a suggestion, which this uses: at most three. */
  suggestions?: readonly Pick<Example, "row" | "phone" | "name" | "suggestion" | "rowStatus">[];
  /** Rules as they are once this is applied, and once it is taken back. */
  applied: Partial<Rules>;
  undone: Partial<Rules>;
};

export type RewriteInput = {
  problem: GroupReport;
  report: Report;
  plan: Plan;
};

/** What can be done for the group, whatever is done for it already, and under what was tidied everything that is on. */
export function rewritesFor({ problem, report, plan }: RewriteInput): Rewrite[] {
  const examples = report.groups.flatMap((group) => group.examples);
  const all = [
    ...everyRewrite(report, plan.rules, (rowStatus) => examples.find((example) => example.rowStatus === rowStatus)),
    ...suggested.map((rowStatus) => usingSuggestions(rowStatus, report, plan.rules)),
  ].map((rewrite) => withSuggestions(rewrite, examples));
  const own = all.filter(({ groups }) => groups.includes(problem.group));
  const isInOrder = problem.group === "tidied" || problem.group === "ok";
  const shown = isInOrder ? all.filter(({ isOn }) => isOn) : own;
  return shown.filter(({ count, isOn }) => count > 0 || isOn).map(({ groups: _, ...rewrite }) => rewrite);
}

/** Surplus cells are left out or joined into the name, not both. */
export const canApplyTogether = (some: readonly Pick<Rewrite, "id">[]) =>
  some.length > 1 && !some.some(({ id }) => id === "join" || id === "cells");

/** The rules of several rewrites at once. Each suggestion that is used is one of a list. */
export function appliedTogether(all: readonly Partial<Rules>[]): Partial<Rules> {
  const uses = all.flatMap(({ usesSuggestions = [] }) => usesSuggestions);
  const changes: Partial<Rules> = Object.assign({}, ...all);
  return uses.length > 0 ? { ...changes, usesSuggestions: [...new Set(uses)] } : changes;
}

/** Rewrites whose rows each have their own suggestion, by the rows' status. */
const suggesting: Partial<Record<Rewrite["id"], RowStatus>> = { plus: "plus_missing", extension: "extension" };

const shownSuggestions = 3;

function withSuggestions<Kind extends Rewrite>(rewrite: Kind, examples: readonly Example[]): Kind {
  const rowStatus = suggesting[rewrite.id] ?? suggested.find((status) => status === rewrite.id);
  if (!rowStatus) return rewrite;
  const own = examples.filter((example) => example.rowStatus === rowStatus && example.suggestion !== undefined);
  return { ...rewrite, suggestions: own.slice(0, shownSuggestions) };
}

const suggestionMessage: Record<Suggested, string> = {
  national: "In no known range of the country: take them as its numbers",
  labelled: "A word in front of the number: leave it out",
  letters: "Text around one number: take the number",
  several: "Several numbers: take the first",
  mojibake: "Names read in the wrong encoding: put the letters right",
};

const suggestionGroups: Record<Suggested, Group> = {
  national: "international",
  labelled: "labelled",
  letters: "letters",
  several: "letters",
  mojibake: "encoding",
};

function usingSuggestions(
  rowStatus: Suggested,
  report: Report,
  { usesSuggestions }: Rules,
): Rewrite & { groups: Group[] } {
  const others = usesSuggestions.filter((status) => status !== rowStatus);
  return {
    id: rowStatus,
    groups: [suggestionGroups[rowStatus]],
    words: suggestionMessage[rowStatus],
    count: report.suggested[rowStatus],
    isOn: usesSuggestions.includes(rowStatus),
    applied: { usesSuggestions: [...others, rowStatus] },
    undone: { usesSuggestions: others },
  };
}

type Find = (rowStatus: RowStatus) => Example | undefined;

function everyRewrite({ rowStatuses }: Report, rules: Rules, find: Find): (Rewrite & { groups: Group[] })[] {
  const bare = find("plus_missing");
  const national = find("national");
  const nameless = find("name_missing");
  const extended = find("extension");
  const between = (applied: Partial<Rules>, undone: Partial<Rules>) => ({
    isOn: Object.entries(applied).every(([name, value]) => rules[name as keyof Rules] === value),
    applied,
    undone,
  });
  return [
    {
      id: "plus",
      groups: ["international"],
      words: "Digits with a country code, no plus: put + in front",
      count: rowStatuses.plus_missing,
      before: bare?.phone,
      after: bare?.suggestion,
      ...between({ addsPlus: true }, { addsPlus: false }),
    },
    {
      id: "country",
      groups: ["international"],
      words: "No country code: take them as numbers of",
      count: rowStatuses.national,
      isOn: rules.country !== null,
      before: national?.phone,
      applied: {},
      undone: { country: null },
    },
    {
      id: "extension",
      groups: ["letters"],
      words: "An extension behind the number: leave the extension out",
      count: rowStatuses.extension,
      before: extended?.phone,
      after: extended?.suggestion,
      ...between({ dropsExtensions: true }, { dropsExtensions: false }),
    },
    {
      id: "join",
      groups: ["columns", "surplus"],
      words: "More cells than the header: join them into the name",
      count: rowStatuses.extra_cells,
      ...between({ extraCells: "join" }, { extraCells: "hold" }),
    },
    {
      id: "cells",
      groups: ["columns", "surplus"],
      words: "More cells than the header: leave the last ones out",
      count: rowStatuses.extra_cells,
      ...between({ extraCells: "drop" }, { extraCells: "hold" }),
    },
    {
      id: "name",
      groups: ["name_missing", "not_a_name", "name_number"],
      words: "Name missing: use the number as the name",
      count: rowStatuses.name_missing + rowStatuses.not_a_name,
      before: nameless && "no name",
      after: nameless && (nameless.suggestion ?? nameless.phone),
      ...between({ emptyName: "number" }, { emptyName: "error" }),
    },
    {
      id: "last",
      groups: ["duplicate"],
      words: "Of rows with the same number: send the last of them instead",
      count: rowStatuses.duplicate,
      ...between({ keeps: "last" }, { keeps: "first" }),
    },
    {
      id: "hidden",
      groups: ["hidden"],
      words: "Hidden in the workbook: upload these rows too",
      count: rowStatuses.hidden,
      ...between({ sendsHidden: true }, { sendsHidden: false }),
    },
    {
      id: "leaveUnassigned",
      groups: ["unassigned", "not_assigned"],
      words: "In no assigned range: leave these out",
      count: rowStatuses.unassigned,
      ...between({ unassigned: "error" }, { unassigned: "sent" }),
    },
    {
      id: "allCountries",
      groups: ["country"],
      words: countryMessage(rules),
      count: rowStatuses.country,
      isOn: rules.countries !== null,
      applied: { countries: null },
      undone: { countries: null },
    },
  ];
}

const countryMessage = ({ countries }: Rules) =>
  countries?.length === 1
    ? "Only numbers of 1 country are sent"
    : `Only numbers of ${countries?.length ?? 0} countries are sent`;

export const undoLabels: Partial<Record<Rewrite["id"], string>> = {
  last: "Send the first instead",
  leaveUnassigned: "Send them anyway",
  allCountries: "Send all countries",
};
