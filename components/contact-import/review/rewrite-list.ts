import type { GroupReport, Report, RowView } from "@/lib/contacts/engine";
import { groupMessage } from "@/lib/contacts/messages/group-messages";
import type { Plan, Rules } from "@/lib/contacts/plan";
import {
  type Group,
  type KeptAnyway,
  keptAnyway,
  type RowStatus,
  type Suggested,
  suggested,
} from "@/lib/contacts/validate/row-status";

export type Rewrite = {
  id: "join" | "cells" | "name" | "last" | "hidden" | Suggested | KeptAnyway;
  words: string;
  count: number;
  isOn: boolean;
  /** Sends rows that look wrong, so it is not recommended. */
  isRisky?: true;
  before?: string | undefined;
  after?: string | undefined;
  /** At most three example rows whose suggestions this fix applies. */
  suggestions?: readonly Pick<RowView, "row" | "phone" | "name" | "suggestion" | "rowStatus">[];
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
    ...keptAnyway.map((rowStatus) => keeping(rowStatus, report, plan.rules)),
  ];
  const ofGroup = all.filter(({ groups }) => groups.includes(problem.group));
  const isInOrder = problem.group === "tidied" || problem.group === "ok";
  const shown = isInOrder ? all.filter(({ isOn }) => isOn) : ofGroup;
  return shown.filter(({ count, isOn }) => count > 0 || isOn).map(({ groups: _, ...rewrite }) => rewrite);
}

function toggled(rowStatus: Suggested | KeptAnyway, { usesSuggestions }: Rules) {
  const others = usesSuggestions.filter((status) => status !== rowStatus);
  return {
    id: rowStatus,
    isOn: usesSuggestions.includes(rowStatus),
    applied: { usesSuggestions: [...others, rowStatus] },
    undone: { usesSuggestions: others },
  };
}

const keeping = (rowStatus: KeptAnyway, report: Report, rules: Rules): Rewrite & { groups: Group[] } => ({
  ...toggled(rowStatus, rules),
  groups: [rowStatus],
  words: `${groupMessage[rowStatus].title}: keep them anyway`,
  count: report.rowStatuses[rowStatus],
  isRisky: true,
});

const shownSuggestions = 3;

const suggestionMessage: Record<Suggested, string> = {
  plus_missing: "Digits with a country code, no plus: put + in front",
  no_trunk: "Digits without a 0 in front: read them as numbers of the chosen country",
  area_code: "Area code in another column: put it in front",
  extension: "An extension after the number: leave the extension out",
  labelled: "A word before the number: leave it out",
  letters: "Text around one number: take the number",
  several: "Several numbers: take the first",
  mojibake: "Names read in the wrong encoding: fix the letters",
};

const suggestionGroups: Record<Suggested, Group> = {
  plus_missing: "international",
  no_trunk: "no_trunk",
  area_code: "area_code",
  extension: "letters",
  labelled: "labelled",
  letters: "letters",
  several: "letters",
  mojibake: "encoding",
};

function usingSuggestions(
  rowStatus: Suggested,
  report: Report,
  rules: Rules,
  examples: readonly RowView[],
): Rewrite & { groups: Group[] } {
  const withSuggestion = examples.filter(
    (example) => example.rowStatus === rowStatus && example.suggestion !== undefined,
  );
  return {
    ...toggled(rowStatus, rules),
    groups: [suggestionGroups[rowStatus]],
    words: suggestionMessage[rowStatus],
    count: report.suggested[rowStatus],
    suggestions: withSuggestion.slice(0, shownSuggestions),
  };
}

type RuleRewrite = Pick<Rewrite, "id" | "applied" | "undone"> & {
  groups: Group[];
  words: string;
  fixes: readonly RowStatus[];
  show?: (example: RowView) => Pick<Rewrite, "before" | "after">;
};

const ruleRewrites: readonly RuleRewrite[] = [
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
  const { fixes, show, ...fixed } = rewrite;
  const example = examples.find(({ rowStatus }) => rowStatus === fixes[0]);
  return {
    ...fixed,
    count: fixes.reduce((count, status) => count + report.rowStatuses[status], 0),
    isOn: hasValues(rules, rewrite.applied),
    ...(example && show?.(example)),
  };
}
