import type { DraftFile } from "@/lib/contacts/draft";
import type { Book, EncodingSample, Preview, Progress, Refusal, Report } from "@/lib/contacts/engine";
import { openColumns } from "@/lib/contacts/messages/mapping-messages";
import { type Edit, editRow, type Format, type Mapping, type Plan, plainRules, type Rules } from "@/lib/contacts/plan";
import { type Sending, type SendingAction, sendingReducer } from "./sending-state";

export const importSteps = ["file", "columns", "review", "upload", "result"] as const;
export type ImportStep = (typeof importSteps)[number];

/** State of the import into one campaign: the open list and the last one sent. */
export type ImportState = {
  list: ListState;
  /** Sequence number; results of earlier operations are ignored. */
  turn: number;
  draft: StoredDraft | undefined;
  sending: Sending | undefined;
};

/** The draft stored last. `isStored` is undefined before the first try. */
type StoredDraft = DraftFile & { isStored: boolean | undefined };

export type ListState = { step: "none" } | OpeningFile | RefusedFile | OpenList;

type OpeningFile = { step: "opening"; file: File; progress: Progress | undefined };

/** `format` is defined if another format may still be tried. */
export type RefusedFile = { step: "refused"; file: File; refusal: Refusal; format: Format | undefined; book?: Book };

export type OpenFile = {
  step: "open";
  file: File;
  format: Format;
  preview: Preview;
  isPreviewLoading: boolean;
  book?: Book;
  /** Candidate encodings, if the bytes do not determine one. */
  encodings?: readonly EncodingSample[];
};

/** An open file, the decisions about it, and the result of the last check. */
export type OpenList = OpenFile & {
  /** The current decisions. */
  plan: Plan;
  /** Earlier plans, oldest first. */
  undoStack: readonly Plan[];
  /** True if the last change edited one row. Its full check may be delayed. */
  isTyped: boolean;
  checked: { plan: Plan; report: Report } | undefined;
  /** Progress of the running check. */
  reading: Progress | undefined;
  /** Why the last check failed. */
  failure: string | undefined;
};

export const noImport: ImportState = { list: { step: "none" }, turn: 0, draft: undefined, sending: undefined };

type ReadingAction =
  | { kind: "opening"; turn: number; progress: Progress }
  /** `restored` is the plan of a file that was open before. */
  | { kind: "opened"; turn: number; result: OpenFile | RefusedFile; restored?: Plan | undefined };

type Decision =
  | { kind: "ruled"; rules: Partial<Rules> }
  | { kind: "edited"; row: number; change: Edit }
  /** Discards edits of the columns that changed. */
  | { kind: "mapped"; mapping: Mapping }
  /** Uses each number as the name. */
  | { kind: "nameless" }
  /** Sends only rows with certain values in some columns. */
  | { kind: "limited"; only: Rules["only"] }
  | { kind: "undone" };

type CheckAction =
  | { kind: "check-again" }
  | { kind: "checking"; plan: Plan; progress: Progress }
  | { kind: "checked"; plan: Plan; report: Report }
  | { kind: "check-failed"; plan: Plan; sentence: string };

export type ImportAction =
  | { kind: "file-chosen"; turn: number; file: File }
  /** Another format for the same file. */
  | { kind: "format-chosen"; turn: number; format: Format }
  | { kind: "file-forgotten" }
  /** The full check found that the file cannot be read in this format. */
  | { kind: "check-refused"; plan: Plan; result: RefusedFile }
  /** Undefined once the draft is deleted. */
  | { kind: "draft-kept"; draft: StoredDraft | undefined }
  | { kind: "page-left" }
  | ReadingAction
  | Decision
  | CheckAction
  | SendingAction;

/** Reducer of an import. */
export function importReducer(state: ImportState, action: ImportAction): ImportState {
  const { list } = state;
  switch (action.kind) {
    case "file-chosen":
      return { ...state, turn: action.turn, list: { step: "opening", file: action.file, progress: undefined } };
    case "format-chosen":
      return { ...state, turn: action.turn, list: withFormat(list, action.format) };
    case "opening":
    case "opened":
      return action.turn === state.turn ? { ...state, list: applyReading(list, action) } : state;
    case "file-forgotten":
      return { ...noImport, sending: state.sending };
    case "check-refused":
      return list.step === "open" && list.plan === action.plan ? { ...state, list: action.result } : state;
    case "draft-kept": {
      const { draft } = action;
      if (draft === state.draft || (draft && !isFileOf(list, draft.file))) return state;
      return { ...state, draft };
    }
    case "page-left":
      // Keep unsaved rejected rows in case the user returns in this tab.
      if (list.step === "open" && hasUnsavedRows(state)) return { ...state, list: { ...list, checked: undefined } };
      // Decisions are stored in the draft. A running upload continues.
      return state.sending?.step === "sending" ? { ...noImport, sending: state.sending } : noImport;
    case "ruled":
    case "edited":
    case "mapped":
    case "nameless":
    case "limited":
    case "undone":
      return updateOpenList(state, (open) => applyDecision(open, action));
    case "check-again":
    case "checking":
    case "checked":
    case "check-failed":
      return updateOpenList(state, (open) => applyCheck(open, action));
    default: {
      const sending = sendingReducer(state.sending, action);
      return sending === state.sending ? state : { ...state, sending };
    }
  }
}

function updateOpenList(state: ImportState, change: (list: OpenList) => OpenList): ImportState {
  if (state.list.step !== "open") return state;
  const list = change(state.list);
  return list === state.list ? state : { ...state, list };
}

const withFormat = (list: ListState, format: Format): ListState =>
  list.step === "open" ? newlyOpened({ ...list, format, isPreviewLoading: true }, list) : list;

function applyReading(list: ListState, action: ReadingAction): ListState {
  if (action.kind === "opening") return list.step === "opening" ? { ...list, progress: action.progress } : list;
  const { result, restored } = action;
  if (result.step === "refused") return result;
  const reopened = newlyOpened(result, list.step === "open" ? list : undefined);
  if (!restored) return reopened;
  // A draft stored by an older version lacks newer rules.
  const isWhole = Object.keys(plainRules).every((rule) => rule in restored.rules);
  return { ...reopened, plan: isWhole ? restored : { ...restored, rules: { ...plainRules, ...restored.rules } } };
}

/** A newly read file. Keeps the rules but those on columns, and drops the edits, since rows may differ. */
function newlyOpened(file: OpenFile, before: OpenList | undefined): OpenList {
  const { format, preview } = file;
  // Another format may have other columns.
  const rules = { ...(before?.plan.rules ?? plainRules), only: [] };
  const plan = { format, mapping: preview.mapping, rules, edits: new Map() };
  return { ...file, plan, undoStack: [], isTyped: false, checked: undefined, reading: undefined, failure: undefined };
}

const maxUndoSteps = 100;

const pushUndo = (undoStack: OpenList["undoStack"], plan: Plan) => [...undoStack, plan].slice(-maxUndoSteps);

function applyDecision(list: OpenList, action: Decision): OpenList {
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

/** Edits of columns that stay mapped. */
function retainedEdits({ phone, name }: Mapping, { mapping: before, edits }: Plan): Plan["edits"] {
  const [hasSamePhone, hasSameName] = [phone === before.phone, String(name) === String(before.name)];
  const retained = new Map<number, Edit>();
  for (const [row, { phone: typedPhone, name: typedName, isLeftOut }] of edits) {
    const edit: Edit = {
      ...(hasSamePhone && typedPhone !== undefined ? { phone: typedPhone } : {}),
      ...(hasSameName && typedName !== undefined ? { name: typedName } : {}),
      ...(isLeftOut ? { isLeftOut } : {}),
    };
    if (Object.keys(edit).length > 0) retained.set(row, edit);
  }
  return retained;
}

function applyCheck(list: OpenList, action: CheckAction): OpenList {
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

/** The step of the URL, or the last earlier step that is available. */
export function stepOf({ list, sending }: ImportState, addressStep: string | undefined): ImportStep {
  const wanted = importSteps.find((step) => step === addressStep) ?? "file";
  if (sending?.step === "sending") return "upload";
  if (wanted === "result" && sending) return "result";
  if (wanted === "file" || list.step !== "open") return "file";
  const { mapping } = list.plan;
  const isMatched =
    mapping.phone >= 0 &&
    (mapping.name.length > 0 || isNameless(list.plan)) &&
    openColumns(list.preview, list.plan.rules).length === 0;
  if (wanted === "columns" || !isMatched) return "columns";
  return wanted === "result" ? "upload" : wanted;
}

/** Report of the sent list; undefined once the open list has another plan. */
export function reportOfSent(state: ImportState): Report | undefined {
  const { plan, checked } = state.list.step === "open" ? state.list : {};
  return isAsSent(state) && checked?.plan === plan ? checked?.report : undefined;
}

const isAsSent = ({ list, sending }: ImportState) => list.step === "open" && list.plan === sending?.list.plan;

/** True if the open list was answered, so it is no draft any more. */
export const isAnswered = (state: ImportState) => state.sending?.step === "answered" && isAsSent(state);

/** True if an answered list has rejected rows that were not saved. */
export function hasUnsavedRows(state: ImportState): boolean {
  const { sending } = state;
  if (sending?.step !== "answered" || sending.hasSavedRows || !isAsSent(state)) return false;
  const { toFix = 0, duplicate = 0 } = sending.list.entry.counts;
  return toFix + duplicate > 0;
}

/** True if the user would lose decisions or edits with the list. A stored draft counts while it is being reopened. */
export function isWorkedOn(state: ImportState): boolean {
  const { list, sending } = state;
  if (sending && sending.step !== "unanswered") return false;
  if (list.step === "opening") return isDraftStored(state) === true;
  return list.step === "open" && (list.undoStack.length > 0 || hasTyped(list));
}

/** True if rows were edited. Another format would discard the edits. */
export const hasTyped = (list: ListState) => list.step === "open" && list.plan.edits.size > 0;

/** True if numbers are used as names because no name column is mapped. */
export const isNameless = ({ mapping, rules }: Plan) => mapping.name.length === 0 && rules.emptyName === "number";

/** True if the open list is stored in this browser; undefined before the first try. */
export const isDraftStored = ({ list, draft }: ImportState) =>
  draft && isFileOf(list, draft.file) ? draft.isStored : undefined;

const isFileOf = (list: ListState, file: File) => list.step !== "none" && list.file === file;
