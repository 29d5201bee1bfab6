"use client";

import { useCallback, useEffect, useReducer, useRef } from "react";
import type { ContactEngine, Opened } from "@/lib/contacts/engine";
import type { Format, Mapping, Plan, Rules } from "@/lib/contacts/plan";
import { formatCount } from "@/lib/format/format-count";
import { changed, type ImportChange, noImport } from "./import-state";
import {
  fileStateOf,
  lookedState,
  openedChange,
  openedFile,
  type Restored,
  refusalOf,
  refusedState,
  wordsOf,
} from "./opened-file";

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
    async (chosen: File, restored?: Restored) => {
      const tell = begin();
      tell({ kind: "file", file: { step: "opening", file: chosen, progress: undefined } });
      if (!engine) return;
      try {
        const next = await openedFile(engine, chosen, {
          restored,
          onProgress: (progress) => tell({ kind: "file", file: { step: "opening", file: chosen, progress } }),
        });
        if (restored && next.step === "open") tell({ kind: "restored", file: next, plan: restored.plan });
        else tell(openedChange(next));
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
    if (format.encoding === file.format?.encoding)
      return tell(openedChange(lookedState(file, format, await engine.preview(format).catch(refusalOf))));
    const refused = (error: unknown): Opened => ({ kind: "refused", ...refusalOf(error) });
    tell(openedChange(fileStateOf(file.file, await engine.openAs(format.encoding).catch(refused), format)));
  }

  async function onSheet(sheet: number) {
    if (!engine || file.step === "none") return;
    const chosen = file.file;
    const tell = begin();
    tell({ kind: "file", file: { step: "opening", file: chosen, progress: undefined } });
    const opened = await engine
      .openSheet(sheet, (progress) => tell({ kind: "file", file: { step: "opening", file: chosen, progress } }))
      .catch((error: unknown): Opened => ({ kind: "refused", ...refusalOf(error) }));
    tell(openedChange(fileStateOf(chosen, opened)));
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
    onMapping: (mapping: Mapping) => plan && change({ kind: "matched", plan: matchedPlan(plan, mapping) }),
    /** The file has no names: each number stands for its own. */
    onNameless: () => plan && change({ kind: "matched", plan: namelessPlan(plan) }),
    onSendsHidden: (sendsHidden: boolean) =>
      plan && onPlan({ ...plan, rules: { ...plan.rules, sendsHidden } }, "chosen"),
    onCountry: (country: string | null) => plan && onPlan({ ...plan, rules: { ...plan.rules, country } }, "chosen"),
    onUndo,
    onCheckAgain: () => change({ kind: "again" }),
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

const namelessPlan = (plan: Plan): Plan => ({
  ...plan,
  mapping: { ...plan.mapping, name: [] },
  rules: { ...plan.rules, emptyName: "number" },
  edits: new Map(),
});

function matchedPlan(plan: Plan, mapping: Mapping): Plan {
  // Numbers stood for names only because there was no column for them.
  const hasNames = plan.mapping.name.length === 0 && mapping.name.length > 0;
  const rules: Plan["rules"] = hasNames ? { ...plan.rules, emptyName: "error" } : plan.rules;
  return { ...plan, mapping, rules, edits: new Map() };
}

/** Makes a plan hold for the rows that are looked at. It must be on its way before anything draws them again. */
function hold(engine: ContactEngine | undefined, plan: Plan) {
  // Before the first check there are no rows that it could hold for.
  engine?.amend(plan).catch(() => undefined);
}

/** What a change of plan did, as the button says that takes it back. */
function planChange(before: Plan, after: Plan): string {
  const rule = (Object.keys(ruleMessage) as (keyof Rules)[]).find((each) => after.rules[each] !== before.rules[each]);
  if (rule) return ruleMessage[rule];
  const row = [...after.edits.keys(), ...before.edits.keys()].find(
    (each) => after.edits.get(each) !== before.edits.get(each),
  );
  return row === undefined ? "the last change" : `row ${formatCount(row)}`;
}

const ruleMessage: Record<keyof Rules, string> = {
  country: "the country of national numbers",
  dropsExtensions: "numbers without their extensions",
  extraCells: "what becomes of surplus cells",
  usesSuggestions: "the use of all suggestions",
  sendsHidden: "rows that the workbook hides",
  addsPlus: "the plus in front of numbers",
  keeps: "which of the same numbers is sent",
  emptyName: "numbers as missing names",
  unassigned: "numbers in unknown ranges",
  countries: "the choice of countries",
};
