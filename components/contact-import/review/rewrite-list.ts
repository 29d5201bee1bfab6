import type { Example, GroupReport, Report } from "@/lib/contacts/engine";
import type { Plan, Rules } from "@/lib/contacts/plan";
import { type Group, type RowStatus, type Suggested, suggested } from "@/lib/contacts/validate/row-status";

/** A bulk fix for all rows with the same problem. */
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
  /** Number or name of an example row before the fix. */
  before?: string | undefined;
  after?: string | undefined;
  /** At most three example rows whose suggestions this fix applies. */
  suggestions?: readonly Pick<Example, "row" | "phone" | "name" | "suggestion" | "rowStatus">[];
  /** Rule changes that apply the fix and that undo it. */
  applied: Partial<Rules>;
  undone: Partial<Rules>;
};

export type RewriteInput = {
  problem: GroupReport;
  report: Report;
  plan: Plan;
};

/** Bulk fixes of a group, applied ones included. For the groups without problems, every applied fix. */
export function rewritesFor({ problem, report, plan }: RewriteInput): Rewrite[] {
  const examples = report.groups.flatMap((group) => group.examples);
  const all = [
    ...everyRewrite(report, plan.rules, (rowStatus) => examples.find((example) => example.rowStatus === rowStatus)),
    ...suggested.map((rowStatus) => usingSuggestions(rowStatus, report, plan.rules)),
  ].map((rewrite) => withSuggestions(rewrite, examples));
  const ofGroup = all.filter(({ groups }) => groups.includes(problem.group));
  const isInOrder = problem.group === "tidied" || problem.group === "ok";
  const shown = isInOrder ? all.filter(({ isOn }) => isOn) : ofGroup;
  return shown.filter(({ count, isOn }) => count > 0 || isOn).map(({ groups: _, ...rewrite }) => rewrite);
}

/** Joining surplus cells and dropping them exclude each other. */
export const canApplyTogether = (some: readonly Pick<Rewrite, "id">[]) =>
  some.length > 1 && !some.some(({ id }) => id === "join" || id === "cells");

/** Merged rule changes of several fixes. The `usesSuggestions` lists are united. */
export function appliedTogether(all: readonly Partial<Rules>[]): Partial<Rules> {
  const uses = all.flatMap(({ usesSuggestions = [] }) => usesSuggestions);
  const changes: Partial<Rules> = Object.assign({}, ...all);
  return uses.length > 0 ? { ...changes, usesSuggestions: [...new Set(uses)] } : changes;
}

/** Row status of the fixes that have a suggestion per row. */
const suggestionStatus: Partial<Record<Rewrite["id"], RowStatus>> = { plus: "plus_missing", extension: "extension" };

const shownSuggestions = 3;

function withSuggestions<Kind extends Rewrite>(rewrite: Kind, examples: readonly Example[]): Kind {
  const rowStatus = suggestionStatus[rewrite.id] ?? suggested.find((status) => status === rewrite.id);
  if (!rowStatus) return rewrite;
  const withSuggestion = examples.filter(
    (example) => example.rowStatus === rowStatus && example.suggestion !== undefined,
  );
  return { ...rewrite, suggestions: withSuggestion.slice(0, shownSuggestions) };
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

type FindExample = (rowStatus: RowStatus) => Example | undefined;

function everyRewrite({ rowStatuses }: Report, rules: Rules, find: FindExample): (Rewrite & { groups: Group[] })[] {
  const bare = find("plus_missing");
  const national = find("national");
  const nameless = find("name_missing");
  const extended = find("extension");
  const toggleOf = (applied: Partial<Rules>, undone: Partial<Rules>) => ({
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
      ...toggleOf({ addsPlus: true }, { addsPlus: false }),
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
      ...toggleOf({ dropsExtensions: true }, { dropsExtensions: false }),
    },
    {
      id: "join",
      groups: ["columns", "surplus"],
      words: "More cells than the header: join them into the name",
      count: rowStatuses.extra_cells,
      ...toggleOf({ extraCells: "join" }, { extraCells: "hold" }),
    },
    {
      id: "cells",
      groups: ["columns", "surplus"],
      words: "More cells than the header: leave the last ones out",
      count: rowStatuses.extra_cells,
      ...toggleOf({ extraCells: "drop" }, { extraCells: "hold" }),
    },
    {
      id: "name",
      groups: ["name_missing", "not_a_name", "name_number"],
      words: "Name missing: use the number as the name",
      count: rowStatuses.name_missing + rowStatuses.not_a_name,
      before: nameless && "no name",
      after: nameless && (nameless.suggestion ?? nameless.phone),
      ...toggleOf({ emptyName: "number" }, { emptyName: "error" }),
    },
    {
      id: "last",
      groups: ["duplicate"],
      words: "Of rows with the same number: send the last of them instead",
      count: rowStatuses.duplicate,
      ...toggleOf({ keeps: "last" }, { keeps: "first" }),
    },
    {
      id: "hidden",
      groups: ["hidden"],
      words: "Hidden in the workbook: upload these rows too",
      count: rowStatuses.hidden,
      ...toggleOf({ sendsHidden: true }, { sendsHidden: false }),
    },
    {
      id: "leaveUnassigned",
      groups: ["unassigned", "not_assigned"],
      words: "In no assigned range: leave these out",
      count: rowStatuses.unassigned,
      ...toggleOf({ unassigned: "error" }, { unassigned: "sent" }),
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
