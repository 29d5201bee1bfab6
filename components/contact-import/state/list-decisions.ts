import { type Edit, editRow, type Mapping, type Plan, type Rules } from "@/lib/contacts/plan";
import type { OpenList } from "./open-list";

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
