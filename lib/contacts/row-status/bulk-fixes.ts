import type { GroupReport, Report, RowView } from "@/lib/contacts/engine";
import type { Plan, Rules } from "@/lib/contacts/plan";
import type { RuleFix } from "./declaration";
import { headingOf, rowsOf } from "./report-messages";
import {
  bucketOf,
  entryOf,
  type Group,
  groupEntries,
  groupOf,
  type KeptAnyway,
  keptAnyway,
  type RowStatus,
  rowStatuses,
  type Suggested,
  suggested,
} from "./row-status";

export type BulkFix = {
  id: RuleFix | Suggested | KeptAnyway;
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

export type BulkFixInput = { problem: GroupReport; report: Report; plan: Plan };

/** Rules that change what becomes of all rows of a status. The statuses name them. */
const ruleFixes = {
  joinCells: {
    words: "More cells than the header: join them into the name",
    applied: { extraCells: "join" },
    undone: { extraCells: "hold" },
  },
  dropCells: {
    words: "More cells than the header: leave the last ones out",
    applied: { extraCells: "drop" },
    undone: { extraCells: "hold" },
  },
  numberAsName: {
    words: "Name missing: use the number as the name",
    applied: { emptyName: "number" },
    undone: { emptyName: "error" },
  },
  keepLast: {
    words: "For duplicates, keep the last row",
    applied: { keeps: "last" },
    undone: { keeps: "first" },
  },
  sendHidden: {
    words: "Hidden in the workbook: upload these rows too",
    applied: { sendsHidden: true },
    undone: { sendsHidden: false },
  },
} as const satisfies Record<RuleFix, Pick<BulkFix, "words" | "applied" | "undone">>;

/** Bulk fixes of a group, applied ones included. For the groups without problems, every applied fix. */
export function bulkFixesFor({ problem, report, plan: { rules } }: BulkFixInput): BulkFix[] {
  const examples = report.groups.flatMap((group) => group.examples);
  const all = [
    ...(Object.keys(ruleFixes) as RuleFix[]).map((id) => changingRules(id, report, rules, examples)),
    ...suggested.map((rowStatus) => usingSuggestions(rowStatus, report, rules, examples)),
    ...keptAnyway.map((rowStatus) => keeping(rowStatus, report, rules)),
  ];
  const isInOrder = headingOf(problem.group) === "inOrder";
  return all
    .filter(({ fix, groups }) => (isInOrder ? fix.isOn : groups.includes(problem.group)))
    .map(({ fix }) => fix)
    .filter(({ count, isOn }) => count > 0 || isOn);
}

type GroupedFix = { fix: BulkFix; groups: readonly Group[] };

function toggled(rowStatus: Suggested | KeptAnyway, { usesSuggestions }: Rules) {
  const others = usesSuggestions.filter((status) => status !== rowStatus);
  return {
    id: rowStatus,
    isOn: usesSuggestions.includes(rowStatus),
    applied: { usesSuggestions: [...others, rowStatus] },
    undone: { usesSuggestions: others },
  };
}

function keeping(rowStatus: KeptAnyway, report: Report, rules: Rules): GroupedFix {
  const group = groupOf[rowStatus];
  const words = `${groupEntries[group].title}: keep them anyway`;
  const count = report.rowStatuses[rowStatus];
  return { groups: [group], fix: { ...toggled(rowStatus, rules), words, count, isRisky: true } };
}

const shownSuggestions = 3;

function usingSuggestions(
  rowStatus: Suggested,
  report: Report,
  rules: Rules,
  examples: readonly RowView[],
): GroupedFix {
  const suggestions = examples
    .filter((example) => example.rowStatus === rowStatus && example.suggestion !== undefined)
    .slice(0, shownSuggestions);
  const { suggestion: words = "" } = entryOf[rowStatus];
  const count = report.suggested[rowStatus];
  return { groups: [groupOf[rowStatus]], fix: { ...toggled(rowStatus, rules), words, count, suggestions } };
}

const hasValues = (rules: Rules, values: Partial<Rules>) =>
  Object.entries(values).every(([name, value]) => rules[name as keyof Rules] === value);

function changingRules(id: RuleFix, report: Report, rules: Rules, examples: readonly RowView[]): GroupedFix {
  const statuses: readonly RowStatus[] = rowStatuses.filter((status) => entryOf[status].rules?.includes(id));
  const fix: Omit<BulkFix, "count" | "isOn"> = { id, ...ruleFixes[id] };
  const open = statuses.filter((status) => bucketOf(status) !== "sent");
  const example = examples.find(({ rowStatus }) => rowStatus === "name_missing");
  const change =
    id === "numberAsName" && example ? { before: "no name", after: example.suggestion ?? example.phone } : {};
  return {
    groups: statuses.map((status) => groupOf[status]),
    fix: { ...fix, ...change, count: rowsOf(open, report.rowStatuses), isOn: hasValues(rules, fix.applied) },
  };
}
