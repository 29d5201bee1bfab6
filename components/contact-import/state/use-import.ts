"use client";

import { useEffect, useMemo } from "react";
import type { ContactEngine, Opened, Progress } from "@/lib/contacts/engine";
import type { Edit, Format, Mapping, Rules } from "@/lib/contacts/plan";
import { type ImportAction, type ImportState, importReducer } from "./import-state";
import { dispatchImport, importOf } from "./import-store";
import { fileStateOf, lookedState, openedFile, type Restored, refusalOf, refusedState, wordsOf } from "./opened-file";

/** What can be done to a list from the moment it is chosen until it can be sent. The engine does the work. */
export function useImport(campaign_id: string, engine: ContactEngine | undefined) {
  const acts = useMemo(() => createImport(campaign_id, engine), [campaign_id, engine]);
  useEffect(() => acts.onStarted(), [acts]);
  return acts;
}

export type Import = ReturnType<typeof createImport>;

let turns = 0;

export function createImport(campaign_id: string, engine: ContactEngine | undefined) {
  const dispatch = (action: ImportAction) => dispatchImport(campaign_id, action);

  async function onFile(file: File, restored?: Restored) {
    const turn = ++turns;
    dispatch({ kind: "file-chosen", turn, file });
    if (!engine) return;
    const onProgress = (progress: Progress) => dispatch({ kind: "opening", turn, progress });
    const found = await openedFile(engine, file, { restored, onProgress }).catch((error: unknown) =>
      refusedState(file, { sentence: wordsOf(error) }),
    );
    dispatch({ kind: "opened", turn, found, restored: restored?.plan });
  }

  /** Opens what was chosen before the engine was there, or what another page's engine had open. */
  function onStarted() {
    const { list } = importOf(campaign_id);
    if (engine && list.step === "opening") void onFile(list.file);
    if (engine && list.step === "open") void onFile(list.file, { plan: list.plan, sheet: list.book?.sheet });
  }

  async function onFormat(format: Format) {
    const { list } = importOf(campaign_id);
    if (!engine || (list.step !== "open" && list.step !== "refused")) return;
    const turn = ++turns;
    dispatch({ kind: "format-chosen", turn, format });
    const refused = (error: unknown): Opened => ({ kind: "refused", ...refusalOf(error) });
    const isSameText = format.encoding === list.format?.encoding;
    const found = isSameText
      ? lookedState(list, format, await engine.preview(format).catch(refusalOf))
      : fileStateOf(list.file, await engine.openAs(format.encoding).catch(refused), format);
    dispatch({ kind: "opened", turn, found });
  }

  async function onSheet(sheet: number) {
    const { list } = importOf(campaign_id);
    if (!engine || list.step === "none") return;
    const [turn, { file }] = [++turns, list];
    dispatch({ kind: "file-chosen", turn, file });
    const opened = await engine
      .openSheet(sheet, (progress) => dispatch({ kind: "opening", turn, progress }))
      .catch((error: unknown): Opened => ({ kind: "refused", ...refusalOf(error) }));
    dispatch({ kind: "opened", turn, found: fileStateOf(file, opened) });
  }

  /** Makes the plan hold for the rows that are looked at. It must be on its way before anything draws them again. */
  function decide(action: ImportAction): boolean {
    const before = importOf(campaign_id);
    const after = importReducer(before, action);
    if (after === before) return false;
    // Before the first check there are no rows that it could hold for.
    if (after.list.step === "open") engine?.amend(after.list.plan).catch(() => undefined);
    dispatch(action);
    return true;
  }

  const onRules = (rules: Partial<Rules>) => decide({ kind: "ruled", rules });

  return {
    onFile,
    onStarted,
    onFormat,
    onSheet,
    onRules,
    /** False where no more rows may be changed by hand. */
    onEdit: (row: number, change: Edit) => decide({ kind: "edited", row, change }),
    onMapping: (mapping: Mapping) => dispatch({ kind: "mapped", mapping }),
    onNameless: () => dispatch({ kind: "nameless" }),
    onSendsHidden: (sendsHidden: boolean) => onRules({ sendsHidden }),
    onCountry: (country: string | null) => onRules({ country }),
    onUndo: () => void decide({ kind: "undone" }),
    onCheckAgain: () => dispatch({ kind: "check-again" }),
    onRowsSaved: () => dispatch({ kind: "rows-saved" }),
    onForget: () => dispatch({ kind: "file-forgotten" }),
  };
}

const typedRestMs = 900;

type CheckInput = {
  campaign_id: string;
  engine: ContactEngine | undefined;
  list: ImportState["list"];
  /** Whether the whole list is to be checked now, and again when a decision changes. */
  isOn: boolean;
};

/** Has the engine check the whole list whenever the last check knows nothing of the last decision. */
export function useCheck({ campaign_id, engine, list, isOn }: CheckInput) {
  const isDue = isOn && list.step === "open" && list.plan !== list.checked?.plan && list.failure === undefined;
  const { plan, isTyped, file } = list.step === "open" ? list : {};

  useEffect(() => {
    if (!engine || !isDue || !plan || !file) return;
    let isOld = false;
    const dispatch = (action: ImportAction) => !isOld && dispatchImport(campaign_id, action);
    const check = () => {
      engine
        .check(plan, (progress) => dispatch({ kind: "checking", plan, moment: { ms: performance.now(), progress } }))
        .then((found) => {
          if ("refusal" in found)
            dispatch({ kind: "check-refused", plan, found: refusedState(file, found.refusal, plan.format) });
          else dispatch({ kind: "checked", plan, report: found });
        })
        .catch((error: unknown) => dispatch({ kind: "check-failed", plan, sentence: wordsOf(error) }));
    };
    // Counting the whole list again can wait until the typing rests: its own row was validated at once.
    const timer = setTimeout(check, isTyped ? typedRestMs : 0);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [campaign_id, engine, isDue, plan, isTyped, file]);
}
