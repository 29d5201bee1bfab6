import type { Book, EncodingSample, Preview, Progress, Refusal, Report } from "@/lib/contacts/engine";
import { type Format, type Plan, plainRules } from "@/lib/contacts/plan";

export const importSteps = ["file", "columns", "review", "upload", "result"] as const;
export type ImportStep = (typeof importSteps)[number];

/** A list on its way: the file, every decision about it, and what the last check found. */
export type ImportState = {
  file: FileState;
  /** What decides about the rows now. */
  plan: Plan | undefined;
  /** The plans before it, oldest first, each with what was done to it. */
  past: readonly { plan: Plan; done: string }[];
  /** Whether the last change was typed into one row: its whole check may wait a moment. */
  isTyped: boolean;
  checked: { plan: Plan; report: Report } | undefined;
  progress: Progress | undefined;
  /** Changes whenever the plan or what is known of the rows did. */
  revision: number;
  /** Why the last check did not come to an end. */
  failure: string | undefined;
};

export const noImport: ImportState = {
  file: { step: "none" },
  plan: undefined,
  past: [],
  isTyped: false,
  checked: undefined,
  progress: undefined,
  revision: 0,
  failure: undefined,
};

const mostUndone = 100;

export type ImportChange =
  | { kind: "file"; file: FileState }
  /** A file that was open before: its decisions come back with it. */
  | { kind: "restored"; file: FileState; plan: Plan }
  | { kind: "looked"; file: Extract<FileState, { step: "open" }> }
  | { kind: "planned"; plan: Plan; done: string; isTyped: boolean }
  /** Other columns: what was decided about the rows before was about other cells. */
  | { kind: "matched"; plan: Plan }
  | { kind: "again" }
  | { kind: "undone" }
  | { kind: "progress"; progress: Progress }
  | { kind: "checked"; plan: Plan; report: Report }
  | { kind: "failed"; sentence: string };

/** Every change of an import. Decisions go with the reading of the file that they were made about. */
export function changed(state: ImportState, change: ImportChange): ImportState {
  const next = applied(state, change);
  return change.kind === "progress" || next === state ? next : { ...next, revision: state.revision + 1 };
}

function applied(state: ImportState, change: ImportChange): ImportState {
  switch (change.kind) {
    case "file":
      return { ...noImport, file: change.file };
    case "restored":
      // A plan that was kept by an older version of this page lacks the newer rules.
      return {
        ...noImport,
        file: change.file,
        plan: { ...change.plan, rules: { ...plainRules, ...change.plan.rules } },
      };
    case "looked":
      return { ...noImport, file: change.file, plan: planFor(change.file, state.plan) };
    case "planned": {
      const before = state.plan ? [...state.past, { plan: state.plan, done: change.done }] : [];
      return {
        ...state,
        plan: change.plan,
        past: before.slice(-mostUndone),
        isTyped: change.isTyped,
        failure: undefined,
      };
    }
    case "matched":
      return { ...state, plan: change.plan, past: [], isTyped: false, failure: undefined };
    case "again":
      return { ...state, plan: state.plan && { ...state.plan }, isTyped: false, failure: undefined };
    case "undone": {
      const last = state.past.at(-1);
      return last
        ? { ...state, plan: last.plan, past: state.past.slice(0, -1), isTyped: false, failure: undefined }
        : state;
    }
    case "progress":
      return { ...state, progress: change.progress };
    case "checked":
      return {
        ...state,
        checked: { plan: change.plan, report: change.report },
        progress: undefined,
        failure: undefined,
      };
    case "failed":
      return { ...state, progress: undefined, failure: change.sentence };
  }
}

/** A new reading keeps the rules of the one before; what was typed over its rows is about other rows now. */
function planFor({ format, preview }: Extract<FileState, { step: "open" }>, before: Plan | undefined): Plan {
  return { format, mapping: preview.mapping, rules: before?.rules ?? plainRules, edits: new Map() };
}

/** What is known of the chosen file. A refused one keeps its format where another reading may still be tried. */
export type FileState =
  | { step: "none" }
  | { step: "opening"; file: File; progress: Progress | undefined }
  | { step: "refused"; file: File; refusal: Refusal; format: Format | undefined; book?: Book }
  | {
      step: "open";
      file: File;
      format: Format;
      preview: Preview;
      isLooking: boolean;
      book?: Book;
      /** Those that the file may be in, where its bytes tell none. */
      encodings?: readonly EncodingSample[];
    };
