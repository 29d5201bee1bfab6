import type { Book, EncodingSample, Preview, Progress, Report } from "@/lib/contacts/engine";
import { type Format, type Plan, plainRules } from "@/lib/contacts/plan";

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
