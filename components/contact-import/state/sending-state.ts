import type { UploadEnd } from "@/components/contact-import/upload/outcome-messages";
import type { Answer } from "@/lib/client/answer";
import type { UploadProgress } from "@/lib/client/upload";
import type { Plan } from "@/lib/contacts/plan";
import type { beginImport } from "@/lib/contract/console/imports";
import type { InputOf } from "@/lib/contract/operation";

export type ListToSend = {
  file: File;
  entry: InputOf<typeof beginImport>;
  /** What it was made by: rows that another plan decides about are not this list's. */
  plan: Plan;
  /** Rows of the person's own file that stay behind. */
  leftOut: number;
  /** When the file was put together. */
  preparedMs: number;
};

export type Sent = UploadProgress & { startedMs: number; nowMs: number; at: string };

/** A list that is on its way to a campaign, and then how that ended. */
export type Sending = {
  list: ListToSend;
  abortController: AbortController;
  /** The journal could not be told how it ended. */
  isUnfinished?: true;
} & ( // Nothing is sent before the journal took the list's entry.
  | { step: "sending"; sent: Sent | undefined }
  | { step: "answered"; answer: Answer<unknown>; hasSavedRows?: true }
  | { step: "unanswered"; end: UploadEnd }
);

export type SendingAction =
  | { kind: "sending"; list: ListToSend; abortController: AbortController }
  | { kind: "sent"; sent: Sent }
  | { kind: "journal-failed" }
  | { kind: "answered"; answer: Answer<unknown> }
  | { kind: "unanswered"; end: UploadEnd }
  /** The rows that were not sent are in a file of the person's own. */
  | { kind: "rows-saved" }
  | { kind: "end-forgotten" };

/** A second press counts for nothing while a list is on its way, nor does what is told of one that is not. */
export function sendingReducer(before: Sending | undefined, action: SendingAction): Sending | undefined {
  const isOnItsWay = before?.step === "sending";
  if (action.kind === "sending" || action.kind === "end-forgotten") {
    if (isOnItsWay) return before;
    if (action.kind === "end-forgotten") return undefined;
    return { step: "sending", list: action.list, abortController: action.abortController, sent: undefined };
  }
  if (action.kind === "rows-saved") return before?.step === "answered" ? { ...before, hasSavedRows: true } : before;
  if (!isOnItsWay) return before;
  const { list, abortController, isUnfinished } = before;
  const kept = { list, abortController, ...(isUnfinished ? { isUnfinished } : {}) };
  switch (action.kind) {
    case "sent":
      return { ...before, sent: action.sent };
    case "journal-failed":
      return { ...before, isUnfinished: true };
    case "answered":
      return { ...kept, step: "answered", answer: action.answer };
    case "unanswered":
      return { ...kept, step: "unanswered", end: action.end };
  }
}
