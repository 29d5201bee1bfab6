import type { KeptRows, WriteLeftOut } from "@/components/contact-import/upload/keep-left-out";
import type { UploadEnd } from "@/components/contact-import/upload/outcome-messages";
import type { ListPeople } from "@/components/contact-import/upload/people-table";
import type { Answer } from "@/lib/client/answer";
import type { UploadProgress } from "@/lib/client/upload";
import type { Plan } from "@/lib/contacts/plan";
import type { beginImport } from "@/lib/contract/console/imports";
import type { InputOf } from "@/lib/contract/inputs";

export type ListToSend = {
  file: File;
  entry: InputOf<typeof beginImport>;
  plan: Plan;
  /** Number of rows of the source file that are not sent. */
  leftOut: number;
  /** Contacts that the campaign inCampaign before the upload; undefined if unknown. */
  inCampaign: number | undefined;
  /** Undefined in a result that an older version stored. */
  people?: ListPeople;
  writeLeftOut?: WriteLeftOut;
};

export type SendProgress = UploadProgress & { startedMs: number; nowMs: number };

export type Sending = {
  list: ListToSend;
  abortController: AbortController;
  /** ID in the journal; undefined until the upload is recorded. */
  import_id?: string;
  /** The outcome could not be written to the journal. */
  isUnfinished?: true;
  /** Rows left out or rejected, as far as the server stores them. */
  keptRows?: KeptRows;
} & ( // `sent` is undefined until the journal entry is written. The upload starts after that.
  | { step: "sending"; sent: SendProgress | undefined }
  | { step: "answered"; answer: Answer<unknown>; hasSavedRows?: true }
  | { step: "unanswered"; end: UploadEnd }
);

export type SendingAction =
  | { kind: "sending"; list: ListToSend; abortController: AbortController }
  | { kind: "sent"; sent: SendProgress }
  | { kind: "begun"; import_id: string }
  | { kind: "journal-failed" }
  | { kind: "answered"; answer: Answer<unknown> }
  | { kind: "unanswered"; end: UploadEnd }
  | { kind: "rows-kept"; list: ListToSend; keptRows: KeptRows }
  | { kind: "rows-saved" }
  | { kind: "result-restored"; result: SentResult }
  /** Forgets an upload without an answer. An answered one stays until the next is sent. */
  | { kind: "end-forgotten" };

export type SentResult = Omit<Extract<Sending, { step: "answered" }>, "abortController">;

/** Ignores a second send while one is running, and progress without a running send. */
export function sendingReducer(before: Sending | undefined, action: SendingAction): Sending | undefined {
  const isOnItsWay = before?.step === "sending";
  if (action.kind === "end-forgotten") return before?.step === "unanswered" ? undefined : before;
  if (action.kind === "sending") {
    if (isOnItsWay) return before;
    return { step: "sending", list: action.list, abortController: action.abortController, sent: undefined };
  }
  if (action.kind === "result-restored") return before ?? restored(action.result);
  if (action.kind === "rows-kept")
    return before?.list === action.list ? { ...before, keptRows: action.keptRows } : before;
  if (action.kind === "rows-saved") return before?.step === "answered" ? { ...before, hasSavedRows: true } : before;
  if (!isOnItsWay) return before;
  const { list, abortController, import_id, isUnfinished, keptRows } = before;
  const ended = {
    list,
    abortController,
    ...(import_id && { import_id }),
    ...(isUnfinished && { isUnfinished }),
    ...(keptRows && { keptRows }),
  };
  switch (action.kind) {
    case "sent":
      return { ...before, sent: action.sent };
    case "begun":
      return { ...before, import_id: action.import_id };
    case "journal-failed":
      return { ...before, isUnfinished: true };
    case "answered":
      return { ...ended, step: "answered", answer: action.answer };
    case "unanswered":
      return { ...ended, step: "unanswered", end: action.end };
  }
}

/** A reload breaks off rows on their way to the server. */
function restored({ keptRows, ...result }: SentResult): Sending {
  const rows = keptRows?.step === "sending" ? { step: "failed" as const } : keptRows;
  return { ...result, ...(rows && { keptRows: rows }), abortController: new AbortController() };
}
