import type { DraftFile } from "@/lib/contacts/draft";
import type { Book, Progress, Refusal, Report } from "@/lib/contacts/engine";
import { openColumns } from "@/lib/contacts/open-columns";
import { type Format, type Plan, plainRules } from "@/lib/contacts/plan";
import {
  applyCheck,
  applyDecision,
  type CheckAction,
  type Decision,
  newlyOpened,
  type OpenFile,
  type OpenList,
} from "./open-list";
import { type Sending, type SendingAction, sendingReducer } from "./sending-state";

export const importSteps = ["columns", "review", "upload"] as const;
export type ImportStep = (typeof importSteps)[number];

export type ImportState = {
  list: ListState;
  /** Sequence number; results of earlier operations are ignored. */
  turn: number;
  draft: StoredDraft | undefined;
  sending: Sending | undefined;
};

export const noImport: ImportState = { list: { step: "none" }, turn: 0, draft: undefined, sending: undefined };

/** The draft stored last. `isStored` is undefined before the first try. */
type StoredDraft = DraftFile & { isStored: boolean | undefined };

export type ListState = { step: "none" } | OpeningFile | RefusedFile | OpenList;

type OpeningFile = { step: "opening"; file: File; progress: Progress | undefined };

/** `format` is defined if another format may still be tried. */
export type RefusedFile = { step: "refused"; file: File; refusal: Refusal; format: Format | undefined; book?: Book };

type ReadingAction =
  | { kind: "opening"; turn: number; progress: Progress }
  | { kind: "opened"; turn: number; result: OpenFile | RefusedFile; restored?: Plan | undefined };

export type ImportAction =
  | { kind: "file-chosen"; turn: number; file: File }
  | { kind: "format-chosen"; turn: number; format: Format }
  | { kind: "file-forgotten" }
  /** The full check found that the file cannot be read in this format. */
  | { kind: "check-refused"; plan: Plan; result: RefusedFile }
  /** Undefined once the draft is deleted. */
  | { kind: "draft-kept"; draft: StoredDraft | undefined }
  | { kind: "page-left" }
  | { kind: "list-moved"; list: OpenList }
  /** Counts of the same check after rows with known numbers were left out. */
  | { kind: "counted"; report: Report }
  | ReadingAction
  | Decision
  | CheckAction
  | SendingAction;

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
    case "list-moved":
      return { ...state, list: { ...action.list, checked: undefined }, draft: undefined };
    case "counted":
      return updateOpenList(state, (open) => {
        const isOfCheck = open.checked?.report.checkId === action.report.checkId;
        return open.checked && isOfCheck ? { ...open, checked: { ...open.checked, report: action.report } } : open;
      });
    case "ruled":
    case "edited":
    case "mapped":
    case "nameless":
    case "limited":
    case "undone":
      // A list no longer changes once its upload began.
      if (isAsSent(state) && state.sending?.step !== "unanswered") return state;
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

/** The step of the URL, or the last earlier step that is available. Earlier addresses name the file and the result. */
export function stepOf(state: ImportState, addressStep: string | undefined): ImportStep {
  const { list, sending } = state;
  if (sending?.step === "sending" || isAnswered(state)) return "upload";
  const isLast = addressStep === "upload" || addressStep === "result";
  if (list.step !== "open") return isLast && sending && list.step === "none" ? "upload" : "columns";
  if ((!isLast && addressStep !== "review") || !isMatched(list)) return "columns";
  return isLast ? "upload" : "review";
}

/** True if a person, or the file, said which columns are sent and who may be called. */
function isMatched({ plan, preview }: OpenList): boolean {
  const { mapping, rules } = plan;
  const hasName = mapping.name.length > 0 || isNameless(plan);
  return mapping.phone >= 0 && hasName && openColumns(preview, rules).length === 0;
}

/** True if nothing about the file has to be confirmed: its encoding, rows, columns and who may be called. */
export const isReadCertain = ({ preview, encodings, isEncodingSure }: OpenFile) =>
  preview.isCertain &&
  preview.rows.length > 0 &&
  preview.hiddenRows === 0 &&
  preview.doubts.length === 0 &&
  (encodings === undefined || isEncodingSure === true);

/**
 * The upload of the open list, or of the last one if none is open; undefined before it is sent. An upload without an
 * answer stays until the person goes on with the list.
 */
export function endOfUpload({ list, sending }: ImportState) {
  if (!sending || sending.step === "sending") return undefined;
  const isOfList = list.step === "none" || sending.step === "unanswered" || isAsSent({ list, sending });
  return isOfList ? sending : undefined;
}

/** Report of the sent list; undefined once the open list has another plan. */
export function reportOfSent(state: ImportState): Report | undefined {
  const { plan, checked } = state.list.step === "open" ? state.list : {};
  return isAsSent(state) && checked?.plan === plan ? checked?.report : undefined;
}

type SentList = Pick<ImportState, "list" | "sending">;

const isAsSent = ({ list, sending }: SentList) => list.step === "open" && list.plan === sending?.list.plan;

/** True if the open list was answered: it is no draft any more, and its steps are locked. */
export const isAnswered = (state: SentList) => state.sending?.step === "answered" && isAsSent(state);

export const hasEnded = (state: SentList) =>
  state.sending !== undefined && state.sending.step !== "sending" && isAsSent(state);

/** True if every row is uploaded without a doubt. */
export const isPlain = ({ rows, counts, rowStatuses: { ok, tidied } }: Report) =>
  rows > 0 && rows === counts.sent && rows === ok + tidied;

/** True if an answered list has rejected rows that neither the user saved nor the server stores. */
export function hasUnsavedRows(state: ImportState): boolean {
  const { sending } = state;
  if (sending?.step !== "answered" || sending.hasSavedRows || !isAsSent(state)) return false;
  if (sending.keptRows?.step === "kept") return false;
  const { toFix = 0, duplicate = 0 } = sending.list.entry.counts;
  return toFix + duplicate > 0;
}

/** True if the user would lose decisions or edits with the list. A stored draft counts while it is being reopened. */
export function isWorkedOn(state: ImportState): boolean {
  const { list, sending } = state;
  if (sending?.step === "sending" || isAnswered(state)) return false;
  if (list.step === "opening") return isDraftStored(state) === true;
  return list.step === "open" && (list.undoStack.length > 0 || hasTyped(list));
}

export const hasTyped = (list: ListState) => list.step === "open" && list.plan.edits.size > 0;

export const isNameless = ({ mapping, rules }: Plan) => mapping.name.length === 0 && rules.emptyName === "number";

/** True if the open list is stored in this browser; undefined before the first try. */
export const isDraftStored = ({ list, draft }: ImportState) =>
  draft && isFileOf(list, draft.file) ? draft.isStored : undefined;

const isFileOf = (list: ListState, file: File) => list.step !== "none" && list.file === file;
