"use client";

import { useCallback, useEffect, useReducer, useRef } from "react";
import type { ContactEngine, Look, Opened, Refusal } from "@/lib/client/contacts/engine";
import type { Format, Mapping, Plan } from "@/lib/client/contacts/plan";
import type { FileState } from "./file-state";
import { changed, type ImportChange, noImport } from "./import-state";
import { planChange } from "./plan-change";

const typedRestMs = 900;

type ImportInput = {
  engine: ContactEngine | undefined;
  /** Whether the whole list is to be checked now, and again when a decision changes. */
  isChecking: boolean;
};

/** A list from the moment it is chosen until it can be sent. The engine does the work; this holds what was decided. */
export function useImport({ engine, isChecking }: ImportInput) {
  const [state, change] = useReducer(changed, noImport);
  const begin = useTurns(change);
  const { file, plan, checked, isTyped, failure } = state;
  const isDue = isChecking && plan !== undefined && plan !== checked?.plan && failure === undefined;

  const onFile = useCallback(
    async (chosen: File, restored?: { sheet: number | undefined; plan: Plan }) => {
      const tell = begin();
      tell({ kind: "file", file: { step: "opening", file: chosen, progress: undefined } });
      if (!engine) return;
      try {
        const opened = await engine.open(chosen, (progress) =>
          tell({ kind: "file", file: { step: "opening", file: chosen, progress } }),
        );
        const { sheet, plan: before } = restored ?? {};
        const isOther = sheet !== undefined && opened.kind === "workbook" && opened.sheet !== sheet;
        const found = fileStateOf(chosen, isOther ? await engine.openSheet(sheet, () => undefined) : opened);
        const next = before && found.step === "open" ? await lookedAt(engine, found, before.format) : found;
        if (before && next.step === "open") tell({ kind: "restored", file: next, plan: before });
        else tell(next.step === "open" ? { kind: "looked", file: next } : { kind: "file", file: next });
      } catch (error) {
        tell({ kind: "file", file: refusedState(chosen, { sentence: wordsOf(error) }) });
      }
    },
    [engine, begin],
  );

  async function onFormat(format: Format) {
    if (!engine || (file.step !== "open" && file.step !== "refused")) return;
    const tell = begin();
    if (file.step === "open") tell({ kind: "looked", file: { ...file, format, isLooking: true } });
    const before = file.step === "open" ? file : { step: "open" as const, file: file.file };
    const look = await engine.look(format).catch(refusalOf);
    tell(lookedChange({ ...before, format }, look));
  }

  async function onSheet(sheet: number) {
    if (!engine || file.step === "none") return;
    const chosen = file.file;
    const tell = begin();
    tell({ kind: "file", file: { step: "opening", file: chosen, progress: undefined } });
    const opened = await engine
      .openSheet(sheet, (progress) => tell({ kind: "file", file: { step: "opening", file: chosen, progress } }))
      .catch((error: unknown): Opened => ({ kind: "refused", ...refusalOf(error) }));
    const next = fileStateOf(chosen, opened);
    tell(next.step === "open" ? { kind: "looked", file: next } : { kind: "file", file: next });
  }

  const onPlan = useCallback(
    (next: Plan, how: "typed" | "chosen") => {
      if (!plan) return;
      hold(engine, next);
      change({ kind: "planned", plan: next, done: planChange(plan, next), isTyped: how === "typed" });
    },
    [engine, plan],
  );

  function onUndo() {
    const before = state.past.at(-1);
    if (before) hold(engine, before.plan);
    change({ kind: "undone" });
  }

  useEffect(() => {
    if (!engine || !isDue || !plan) return;
    let isOld = false;
    const check = () => {
      engine
        .check(plan, (progress) => !isOld && change({ kind: "progress", progress }))
        .then((found) => {
          if (isOld) return;
          if (!("refusal" in found)) change({ kind: "checked", plan, report: found });
          else if (file.step === "open")
            change({ kind: "file", file: refusedState(file.file, found.refusal, plan.format) });
        })
        .catch((error: unknown) => !isOld && change({ kind: "failed", sentence: wordsOf(error) }));
    };
    // Counting the whole list again can wait until the typing rests: its own row was judged at once.
    const timer = setTimeout(check, isTyped ? typedRestMs : 0);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [engine, isDue, plan, isTyped, file]);

  return {
    state,
    onFile,
    onFormat,
    onSheet,
    onPlan,
    onMapping: (mapping: Mapping) => plan && onPlan({ ...plan, mapping, edits: new Map() }, "chosen"),
    onCountry: (country: string | null) => plan && onPlan({ ...plan, rules: { ...plan.rules, country } }, "chosen"),
    onUndo,
    onCheckAgain: () => plan && change({ kind: "planned", plan: { ...plan }, done: "", isTyped: false }),
    onForget: () => begin()({ kind: "file", file: { step: "none" } }),
  };
}

export type Import = ReturnType<typeof useImport>;

/** What is begun last is what its person wants: whatever is still told of a reading before it is dropped. */
function useTurns(change: (next: ImportChange) => void) {
  const latest = useRef(0);
  return useCallback(() => {
    latest.current += 1;
    const own = latest.current;
    return (next: ImportChange) => {
      if (own === latest.current) change(next);
    };
  }, [change]);
}

/** Makes a plan hold for the rows that are looked at. It must be on its way before anything draws them again. */
function hold(engine: ContactEngine | undefined, plan: Plan) {
  // Before the first check there are no rows that it could hold for.
  engine?.amend(plan).catch(() => undefined);
}

type OpenFile = Extract<FileState, { step: "open" }>;

function fileStateOf(file: File, opened: Opened): FileState {
  if (opened.kind === "refused") return refusedState(file, opened.refusal);
  const { format, look } = opened;
  const workbook = opened.kind === "workbook" ? { workbook: { sheets: opened.sheets, sheet: opened.sheet } } : {};
  return { step: "open", file, format, look, isLooking: false, ...workbook };
}

function refusedState(file: File, refusal: Refusal, format?: Format): FileState {
  // Another reading can only be tried where one was: other files are no text at all.
  const tried = refusal.asWindows1252 ? (format ?? plainFormat) : format;
  return { step: "refused", file, refusal, format: tried };
}

const plainFormat: Format = { encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true };

async function lookedAt(engine: ContactEngine, file: OpenFile, format: Format): Promise<FileState> {
  const look = await engine.look(format);
  return "refusal" in look ? refusedState(file.file, look.refusal, format) : { ...file, format, look };
}

function lookedChange(
  { look: _, ...before }: Omit<OpenFile, "look" | "isLooking"> & { look?: Look },
  look: Look | { refusal: Refusal },
) {
  if ("refusal" in look) return { kind: "file", file: refusedState(before.file, look.refusal, before.format) } as const;
  return { kind: "looked", file: { ...before, look, isLooking: false } } as const;
}

const refusalOf = (error: unknown) => ({ refusal: { sentence: wordsOf(error) } });

const wordsOf = (error: unknown) =>
  error instanceof Error && error.name === "Problem"
    ? error.message
    : "This file could not be read. It may have been moved or changed. Choose it again.";
