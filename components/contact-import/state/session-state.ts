import type { Comparison } from "@/lib/client/lists/compare-list";
import type { ContactEngine, CountryChoice, Progress, Report, Written } from "@/lib/contacts/engine";
import type { SentAgain } from "@/lib/contract/console/contact-lists";
import type { Problem } from "@/lib/contract/problem";
import { type ImportAction, type ImportState, noImport } from "./import-state";
import type { Restored } from "./opened-file";

export type SessionState = ImportState & {
  /** Undefined until the worker has started in the browser. */
  engine: ContactEngine | undefined;
  countries: readonly CountryChoice[];
  /** Why the engine could not start. */
  failure: string | undefined;
  lock: DraftLock | undefined;
  /** A file that was dropped on another page. It opens once the stored draft was read. */
  offered: File | undefined;
  /** The file that a person chose last, until it is known if its columns must be looked at. */
  chosen: File | undefined;
  prepared: Prepared | undefined;
  /** Whom the person chose to send again. */
  sendsAgain: readonly SentAgain[];
  recallProblem: Problem | undefined;
};

export const emptySession: SessionState = {
  ...noImport,
  engine: undefined,
  countries: [],
  failure: undefined,
  lock: undefined,
  offered: undefined,
  chosen: undefined,
  prepared: undefined,
  sendsAgain: [],
  recallProblem: undefined,
};

/** `report` counts the rows as they are sent, without those that the comparison left out. */
export type ReadyList = {
  comparison: Comparison;
  report: Report;
  written: Written;
  sendsAgain: readonly SentAgain[];
};

export type Prepared =
  | { step: "comparing"; rows: number }
  | { step: "preparing"; progress: Progress | undefined }
  | { step: "failed"; sentence: string }
  /** `isOld` while the file is written again for another choice. */
  | ({ step: "ready"; isOld: boolean } & ReadyList);

/** `isOwn`: this tab stores the list. `isShared`: another tab has a list for the same campaign open. */
export type DraftLock = { isOwn: boolean; isShared: boolean };

/** Methods of a session that its parts call. */
export type SessionAccess = {
  readonly campaign_id: string;
  readonly state: SessionState;
  readonly dispatch: (action: ImportAction) => boolean;
  update: (change: Partial<SessionState>) => boolean;
  open: (file: File, restored?: Restored) => Promise<boolean>;
};
