import type { Book, EncodingSample, Preview, Progress, Refusal, Report } from "@/lib/contacts/engine";
import { type Edit, editRow, type Format, type Mapping, type Plan, plainRules, type Rules } from "@/lib/contacts/plan";
import { type Moment, type Reading, readingAt } from "./pace";
import { planChange } from "./plan-change";
import { type Sending, type SendingAction, sendingReducer } from "./sending-state";

export const importSteps = ["file", "columns", "review", "upload", "result"] as const;
export type ImportStep = (typeof importSteps)[number];

/** The import into one campaign: the list that is at hand, and the one that left this browser last. */
export type ImportState = {
  list: ListState;
  /** Of what was begun last with the file: whatever is still told of a turn before it is dropped. */
  turn: number;
  /** The file that this browser was last asked to keep, and whether it does. */
  draft: { file: File; isKept: boolean } | undefined;
  sending: Sending | undefined;
};

export type ListState = { step: "none" } | OpeningFile | RefusedFile | OpenList;

type OpeningFile = { step: "opening"; file: File; progress: Progress | undefined };

/** It keeps its format where another reading may still be tried. */
export type RefusedFile = { step: "refused"; file: File; refusal: Refusal; format: Format | undefined; book?: Book };

export type OpenFile = {
  step: "open";
  file: File;
  format: Format;
  preview: Preview;
  isLooking: boolean;
  book?: Book;
  /** Those that the file may be in, where its bytes tell none. */
  encodings?: readonly EncodingSample[];
};

/** A file that can be read, every decision about it, and what the last check found. */
export type OpenList = OpenFile & {
  /** What decides about the rows now. */
  plan: Plan;
  /** The plans before it, oldest first, each with what was done to it. */
  past: readonly { plan: Plan; done: string }[];
  /** Whether the last change was typed into one row: its whole check may wait a moment. */
  isTyped: boolean;
  checked: { plan: Plan; report: Report } | undefined;
  /** A check that is under way. */
  reading: Reading | undefined;
  /** Why the last check did not come to an end. */
  failure: string | undefined;
};

export const noImport: ImportState = { list: { step: "none" }, turn: 0, draft: undefined, sending: undefined };

type ReadingAction =
  | { kind: "opening"; turn: number; progress: Progress }
  /** A file that was open before: its decisions come back with it. */
  | { kind: "opened"; turn: number; found: OpenFile | RefusedFile; restored?: Plan | undefined };

type Decision =
  | { kind: "ruled"; rules: Partial<Rules> }
  | { kind: "edited"; row: number; change: Edit }
  /** Other columns: what was typed over the cells of those before is about none of these. */
  | { kind: "mapped"; mapping: Mapping }
  /** The file has no names: each number stands for its own. */
  | { kind: "nameless" }
  | { kind: "undone" };

type CheckAction =
  | { kind: "check-again" }
  | { kind: "checking"; plan: Plan; moment: Moment }
  | { kind: "checked"; plan: Plan; report: Report }
  | { kind: "check-failed"; plan: Plan; sentence: string };

export type ImportAction =
  | { kind: "file-chosen"; turn: number; file: File }
  /** The same file is read in another way. */
  | { kind: "format-chosen"; turn: number; format: Format }
  | { kind: "file-forgotten" }
  /** In the whole of the list it turned out that it cannot be read so. */
  | { kind: "check-refused"; plan: Plan; found: RefusedFile }
  | { kind: "draft-kept"; file: File; isKept: boolean }
  | { kind: "page-left" }
  | ReadingAction
  | Decision
  | CheckAction
  | SendingAction;

/** Every change of an import. Decisions go with the reading of the file that they were made about. */
export function importReducer(state: ImportState, action: ImportAction): ImportState {
  const { list } = state;
  switch (action.kind) {
    case "file-chosen":
      return { ...state, turn: action.turn, list: { step: "opening", file: action.file, progress: undefined } };
    case "format-chosen":
      return { ...state, turn: action.turn, list: lookingAt(list, action.format) };
    case "opening":
    case "opened":
      return action.turn === state.turn ? { ...state, list: read(list, action) } : state;
    case "file-forgotten":
      return { ...noImport, sending: state.sending };
    case "check-refused":
      return list.step === "open" && list.plan === action.plan ? { ...state, list: action.found } : state;
    case "draft-kept":
      return isFileOf(list, action.file) ? { ...state, draft: { file: action.file, isKept: action.isKept } } : state;
    case "page-left":
      // Rows with a reason are there for whoever comes back in this tab, until they are saved.
      if (list.step === "open" && hasUnsavedRows(state)) return { ...state, list: { ...list, checked: undefined } };
      // What was decided is kept as a draft; what is on its way goes on.
      return state.sending?.step === "sending" ? { ...noImport, sending: state.sending } : noImport;
    case "ruled":
    case "edited":
    case "mapped":
    case "nameless":
    case "undone":
      return inList(state, (open) => decided(open, action));
    case "check-again":
    case "checking":
    case "checked":
    case "check-failed":
      return inList(state, (open) => checked(open, action));
    default: {
      const sending = sendingReducer(state.sending, action);
      return sending === state.sending ? state : { ...state, sending };
    }
  }
}

function inList(state: ImportState, change: (list: OpenList) => OpenList): ImportState {
  if (state.list.step !== "open") return state;
  const list = change(state.list);
  return list === state.list ? state : { ...state, list };
}

const lookingAt = (list: ListState, format: Format): ListState =>
  list.step === "open" ? undecided({ ...list, format, isLooking: true }, list) : list;

function read(list: ListState, action: ReadingAction): ListState {
  if (action.kind === "opening") return list.step === "opening" ? { ...list, progress: action.progress } : list;
  const { found, restored } = action;
  if (found.step === "refused") return found;
  const fresh = undecided(found, list.step === "open" ? list : undefined);
  if (!restored) return fresh;
  // A plan that was kept by an older version of this page lacks the newer rules.
  const isWhole = Object.keys(plainRules).every((rule) => rule in restored.rules);
  return { ...fresh, plan: isWhole ? restored : { ...restored, rules: { ...plainRules, ...restored.rules } } };
}

/** A new reading keeps the rules of the one before; what was typed over its rows is about other rows now. */
function undecided(file: OpenFile, before: OpenList | undefined): OpenList {
  const { format, preview } = file;
  const plan = { format, mapping: preview.mapping, rules: before?.plan.rules ?? plainRules, edits: new Map() };
  return { ...file, plan, past: [], isTyped: false, checked: undefined, reading: undefined, failure: undefined };
}

const mostUndone = 100;

const pastWith = (past: OpenList["past"], plan: Plan, next: Plan) =>
  [...past, { plan, done: planChange(plan, next) }].slice(-mostUndone);

function decided(list: OpenList, action: Decision): OpenList {
  const { plan, past } = list;
  const fresh = { ...list, isTyped: false, failure: undefined };
  switch (action.kind) {
    case "ruled": {
      const next = { ...plan, rules: { ...plan.rules, ...action.rules } };
      return { ...fresh, plan: next, past: pastWith(past, plan, next) };
    }
    case "edited": {
      const next = editRow(plan, action.row, action.change);
      return next ? { ...fresh, plan: next, past: pastWith(past, plan, next), isTyped: true } : list;
    }
    case "mapped": {
      // Numbers stood for names only because there was no column for them.
      const hasNames = plan.mapping.name.length === 0 && action.mapping.name.length > 0;
      const rules: Rules = hasNames ? { ...plan.rules, emptyName: "error" } : plan.rules;
      return matched(list, action.mapping, rules);
    }
    case "nameless": {
      return matched(list, { ...plan.mapping, name: [] }, { ...plan.rules, emptyName: "number" });
    }
    case "undone": {
      const last = past.at(-1);
      if (!last) return list;
      // The engine may have counted what is taken back here: nothing but another check says what it knows now.
      const plan = last.plan === list.checked?.plan ? { ...last.plan } : last.plan;
      return { ...fresh, plan, past: past.slice(0, -1) };
    }
  }
}

/** Before the first decision about rows there is nothing that other columns could take away, and nothing to undo. */
function matched(list: OpenList, mapping: Mapping, rules: Rules): OpenList {
  const { plan, past } = list;
  const next = { ...plan, mapping, rules, edits: editsUnder(mapping, plan) };
  const isFirst = past.length === 0 && plan.edits.size === 0;
  return { ...list, isTyped: false, failure: undefined, plan: next, past: isFirst ? past : pastWith(past, plan, next) };
}

/** What was typed over columns that are still the same ones. */
function editsUnder({ phone, name }: Mapping, { mapping: before, edits }: Plan): Plan["edits"] {
  const [hasSamePhone, hasSameName] = [phone === before.phone, String(name) === String(before.name)];
  const kept = new Map<number, Edit>();
  for (const [row, { phone: typedPhone, name: typedName, isLeftOut }] of edits) {
    const edit: Edit = {
      ...(hasSamePhone && typedPhone !== undefined ? { phone: typedPhone } : {}),
      ...(hasSameName && typedName !== undefined ? { name: typedName } : {}),
      ...(isLeftOut ? { isLeftOut } : {}),
    };
    if (Object.keys(edit).length > 0) kept.set(row, edit);
  }
  return kept;
}

function checked(list: OpenList, action: CheckAction): OpenList {
  if (action.kind === "check-again") return { ...list, plan: { ...list.plan }, isTyped: false, failure: undefined };
  // What is still told of a plan that holds no more says nothing of this one.
  if (action.plan !== list.plan) return list;
  switch (action.kind) {
    case "checking":
      return { ...list, reading: readingAt(list.reading, action.moment) };
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

/** The step of the address, or the last one before it that there is anything for. */
export function stepOf({ list, sending }: ImportState, asked: string | undefined): ImportStep {
  const wanted = importSteps.find((step) => step === asked) ?? "file";
  if (sending?.step === "sending") return "upload";
  if (wanted === "result" && sending) return "result";
  if (wanted === "file" || list.step !== "open") return "file";
  const { mapping } = list.plan;
  const isMatched = mapping.phone >= 0 && (mapping.name.length > 0 || isNameless(list.plan));
  if (wanted === "columns" || !isMatched) return "columns";
  return wanted === "result" ? "upload" : wanted;
}

/** What was found in the list that left, as long as the one at hand is read and decided as it was. */
export function reportOfSent(state: ImportState): Report | undefined {
  const { plan, checked } = state.list.step === "open" ? state.list : {};
  return isAsSent(state) && checked?.plan === plan ? checked?.report : undefined;
}

const isAsSent = ({ list, sending }: ImportState) => list.step === "open" && list.plan === sending?.list.plan;

/** Whether the list at hand was answered: it is no draft any more. */
export const isAnswered = (state: ImportState) => state.sending?.step === "answered" && isAsSent(state);

/** Whether rows of a list that was answered stayed behind for a reason and were not saved. */
export function hasUnsavedRows(state: ImportState): boolean {
  const { sending } = state;
  if (sending?.step !== "answered" || sending.hasSavedRows || !isAsSent(state)) return false;
  const { toFix = 0, duplicate = 0 } = sending.list.entry.counts;
  return toFix + duplicate > 0;
}

/** Whether a person decided or typed something that would go with the list. */
export const isWorkedOn = ({ list, sending }: ImportState) =>
  (!sending || sending.step === "unanswered") && list.step === "open" && (list.past.length > 0 || hasTyped(list));

/** Whether a person typed over rows, which another reading of the file would take away. */
export const hasTyped = (list: ListState) => list.step === "open" && list.plan.edits.size > 0;

/** Whether numbers stand for names because the file has none. */
export const isNameless = ({ mapping, rules }: Plan) => mapping.name.length === 0 && rules.emptyName === "number";

/** Whether the open list is kept in this browser; undefined where nobody has tried yet. */
export const isDraftKept = ({ list, draft }: ImportState) =>
  draft && isFileOf(list, draft.file) ? draft.isKept : undefined;

const isFileOf = (list: ListState, file: File) => list.step !== "none" && list.file === file;
