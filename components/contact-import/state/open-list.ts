import type { Book, EncodingSample, Preview, Progress, Report } from "@/lib/contacts/engine";
import { type Edit, editRow, type Format, type Mapping, type Plan, plainRules, type Rules } from "@/lib/contacts/plan";

export type OpenFile = {
  step: "open";
  file: File;
  format: Format;
  preview: Preview;
  isPreviewLoading: boolean;
  book?: Book;
  /** Candidate encodings, if the bytes do not determine one. */
  encodings?: readonly EncodingSample[];
  /** One of them is far likelier than all others. */
  isEncodingSure?: boolean;
};

export type OpenList = OpenFile & {
  plan: Plan;
  /** Earlier plans, oldest first. */
  undoStack: readonly Plan[];
  /** True if the last change edited one row. Its full check may be delayed. */
  isTyped: boolean;
  checked: { plan: Plan; report: Report } | undefined;
  reading: Progress | undefined;
  failure: string | undefined;
};

/** A newly read file. Keeps the rules but those on columns, and drops the edits, since rows may differ. */
export function newlyOpened(file: OpenFile, before: OpenList | undefined): OpenList {
  const { format, preview } = file;
  // Another format may have other columns.
  const rules = { ...(before?.plan.rules ?? plainRules), only: [] };
  const plan = { format, mapping: preview.mapping, rules, edits: new Map() };
  return { ...file, plan, undoStack: [], isTyped: false, checked: undefined, reading: undefined, failure: undefined };
}

export type CheckAction =
  | { kind: "check-again" }
  | { kind: "checking"; plan: Plan; progress: Progress }
  | { kind: "checked"; plan: Plan; report: Report }
  | { kind: "check-failed"; plan: Plan; sentence: string };

export function applyCheck(list: OpenList, action: CheckAction): OpenList {
  if (action.kind === "check-again") return { ...list, plan: { ...list.plan }, isTyped: false, failure: undefined };
  // Ignore results for an outdated plan.
  if (action.plan !== list.plan) return list;
  switch (action.kind) {
    case "checking":
      return { ...list, reading: action.progress };
    case "checked":
      return {
        ...list,
        checked: { plan: action.plan, report: action.report },
        reading: undefined,
        failure: undefined,
      };
    case "check-failed":
      return { ...list, reading: undefined, failure: action.sentence };
  }
}

export type Decision =
  | { kind: "ruled"; rules: Partial<Rules> }
  | { kind: "edited"; row: number; change: Edit }
  /** Discards edits of the columns that changed. */
  | { kind: "mapped"; mapping: Mapping }
  | { kind: "nameless" }
  | { kind: "limited"; only: Rules["only"] }
  | { kind: "undone" };

/** Returns the same list if the decision changes nothing. */
export function applyDecision(list: OpenList, action: Decision): OpenList {
  const { plan, undoStack } = list;
  const unfailed = { ...list, isTyped: false, failure: undefined };
  switch (action.kind) {
    case "ruled": {
      const next = { ...plan, rules: { ...plan.rules, ...action.rules } };
      return { ...unfailed, plan: next, undoStack: pushUndo(undoStack, plan) };
    }
    case "edited": {
      const next = editRow(plan, action.row, action.change);
      return next ? { ...unfailed, plan: next, undoStack: pushUndo(undoStack, plan), isTyped: true } : list;
    }
    case "mapped": {
      // Numbers were used as names only because no name column was mapped.
      const hasNames = plan.mapping.name.length === 0 && action.mapping.name.length > 0;
      const rules: Rules = hasNames ? { ...plan.rules, emptyName: "error" } : plan.rules;
      return applyMapping(list, action.mapping, rules);
    }
    case "nameless": {
      return applyMapping(list, { ...plan.mapping, name: [] }, { ...plan.rules, emptyName: "number" });
    }
    case "limited":
      return applyMapping(list, plan.mapping, { ...plan.rules, only: action.only });
    case "undone": {
      const last = undoStack.at(-1);
      if (!last) return list;
      // A new object forces a recheck, because the engine may have counted the undone plan.
      const plan = last === list.checked?.plan ? { ...last } : last;
      return { ...unfailed, plan, undoStack: undoStack.slice(0, -1) };
    }
  }
}

/** Applies a mapping. Adds no undo step before the first decision or edit. */
function applyMapping(list: OpenList, mapping: Mapping, rules: Rules): OpenList {
  const { plan, undoStack } = list;
  const next = { ...plan, mapping, rules, edits: retainedEdits(mapping, plan) };
  const isFirst = undoStack.length === 0 && plan.edits.size === 0;
  return {
    ...list,
    isTyped: false,
    failure: undefined,
    plan: next,
    undoStack: isFirst ? undoStack : pushUndo(undoStack, plan),
  };
}

function retainedEdits({ phone, name }: Mapping, { mapping: before, edits }: Plan): Plan["edits"] {
  const [hasSamePhone, hasSameName] = [phone === before.phone, String(name) === String(before.name)];
  const retained = new Map<number, Edit>();
  for (const [row, { phone: typedPhone, name: typedName, isLeftOut, isAllowed }] of edits) {
    const edit: Edit = {
      ...(hasSamePhone && typedPhone !== undefined ? { phone: typedPhone } : {}),
      ...(hasSameName && typedName !== undefined ? { name: typedName } : {}),
      ...(isLeftOut ? { isLeftOut } : {}),
      ...(isAllowed ? { isAllowed } : {}),
    };
    if (Object.keys(edit).length > 0) retained.set(row, edit);
  }
  return retained;
}

const maxUndoSteps = 100;

const pushUndo = (undoStack: OpenList["undoStack"], plan: Plan) => [...undoStack, plan].slice(-maxUndoSteps);
