import type { GroupReport, Report, RowView } from "@/lib/contacts/engine";
import type { Plan, Rules } from "@/lib/contacts/plan";
import { type Group, type RowStatus, type Suggested, suggested } from "@/lib/contacts/validate/row-status";

/** A bulk fix for all rows with the same problem. */
export type Rewrite = {
  id: "country" | "join" | "cells" | "name" | "last" | "hidden" | Suggested;
  words: string;
  count: number;
  isOn: boolean;
  /** Number or name of an example row before the fix. */
  before?: string | undefined;
  after?: string | undefined;
  /** At most three example rows whose suggestions this fix applies. */
  suggestions?: readonly Pick<RowView, "row" | "phone" | "name" | "suggestion" | "rowStatus">[];
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
    ...ruleRewrites.map((rewrite) => changingRules(rewrite, report, plan.rules, examples)),
    ...suggested.map((rowStatus) => usingSuggestions(rowStatus, report, plan.rules, examples)),
  ];
  const ofGroup = all.filter(({ groups }) => groups.includes(problem.group));
  const isInOrder = problem.group === "tidied" || problem.group === "ok";
  const shown = isInOrder ? all.filter(({ isOn }) => isOn) : ofGroup;
  return shown.filter(({ count, isOn }) => count > 0 || isOn).map(({ groups: _, ...rewrite }) => rewrite);
}

const shownSuggestions = 3;

const suggestionMessage: Record<Suggested, string> = {
  plus_missing: "Digits with a country code, no plus: put + in front",
  national: "Not valid numbers in the chosen country: keep them anyway",
  extension: "An extension after the number: leave the extension out",
  labelled: "A word before the number: leave it out",
  letters: "Text around one number: take the number",
  several: "Several numbers: take the first",
  mojibake: "Names read in the wrong encoding: fix the letters",
};

const suggestionGroups: Record<Suggested, Group> = {
  plus_missing: "international",
  national: "international",
  extension: "letters",
  labelled: "labelled",
  letters: "letters",
  several: "letters",
  mojibake: "encoding",
};

function usingSuggestions(
  rowStatus: Suggested,
  report: Report,
  { usesSuggestions }: Rules,
  examples: readonly RowView[],
): Rewrite & { groups: Group[] } {
  const others = usesSuggestions.filter((status) => status !== rowStatus);
  const withSuggestion = examples.filter(
    (example) => example.rowStatus === rowStatus && example.suggestion !== undefined,
  );
  return {
    id: rowStatus,
    groups: [suggestionGroups[rowStatus]],
    words: suggestionMessage[rowStatus],
    count: report.suggested[rowStatus],
    isOn: usesSuggestions.includes(rowStatus),
    suggestions: withSuggestion.slice(0, shownSuggestions),
    applied: { usesSuggestions: [...others, rowStatus] },
    undone: { usesSuggestions: others },
  };
}

type RuleRewrite = Pick<Rewrite, "id" | "applied" | "undone"> & {
  groups: Group[];
  words: string;
  /** Statuses of the rows that it fixes. */
  fixes: readonly RowStatus[];
  /** Texts of an example with the first of these statuses. */
  show?: (example: RowView) => Pick<Rewrite, "before" | "after">;
  /** True if it is applied. Default: `rules` have the values of `applied`. */
  isOn?: (rules: Rules) => boolean;
};

const ruleRewrites: readonly RuleRewrite[] = [
  {
    id: "country",
    groups: ["international"],
    words: "No country code: take them as numbers of",
    fixes: ["national"],
    show: ({ phone }) => ({ before: phone }),
    isOn: ({ country }) => country !== null,
    applied: {},
    undone: { country: null },
  },
  {
    id: "join",
    groups: ["columns", "surplus"],
    words: "More cells than the header: join them into the name",
    fixes: ["extra_cells"],
    applied: { extraCells: "join" },
    undone: { extraCells: "hold" },
  },
  {
    id: "cells",
    groups: ["columns", "surplus"],
    words: "More cells than the header: leave the last ones out",
    fixes: ["extra_cells"],
    applied: { extraCells: "drop" },
    undone: { extraCells: "hold" },
  },
  {
    id: "name",
    groups: ["name_missing", "not_a_name", "name_number"],
    words: "Name missing: use the number as the name",
    fixes: ["name_missing", "not_a_name"],
    show: ({ phone, suggestion }) => ({ before: "no name", after: suggestion ?? phone }),
    applied: { emptyName: "number" },
    undone: { emptyName: "error" },
  },
  {
    id: "last",
    groups: ["duplicate"],
    words: "For duplicates, keep the last row",
    fixes: ["duplicate"],
    applied: { keeps: "last" },
    undone: { keeps: "first" },
  },
  {
    id: "hidden",
    groups: ["hidden"],
    words: "Hidden in the workbook: upload these rows too",
    fixes: ["hidden"],
    applied: { sendsHidden: true },
    undone: { sendsHidden: false },
  },
];

const hasValues = (rules: Rules, values: Partial<Rules>) =>
  Object.entries(values).every(([name, value]) => rules[name as keyof Rules] === value);

function changingRules(rewrite: RuleRewrite, report: Report, rules: Rules, examples: readonly RowView[]) {
  const { fixes, show, isOn, ...fixed } = rewrite;
  const example = examples.find(({ rowStatus }) => rowStatus === fixes[0]);
  return {
    ...fixed,
    count: fixes.reduce((count, status) => count + report.rowStatuses[status], 0),
    isOn: isOn ? isOn(rules) : hasValues(rules, rewrite.applied),
    ...(example && show?.(example)),
  };
}
