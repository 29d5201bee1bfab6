import { useEffect, useMemo } from "react";
import type { ContactEngine, Opened, Progress, Report } from "@/lib/contacts/engine";
import type { Edit, Format, Mapping, Rules } from "@/lib/contacts/plan";
import { dispatchImport } from "./dispatch-import";
import { type ImportAction, type ImportState, importReducer } from "./import-state";
import { importOf } from "./import-store";
import {
  errorMessage,
  fileStateOf,
  openedFile,
  previewedState,
  type Restored,
  refusalOf,
  refusedState,
} from "./opened-file";

export function useImport(campaign_id: string, engine: ContactEngine | undefined) {
  const actions = useMemo(() => createImport(campaign_id, engine), [campaign_id, engine]);
  useEffect(() => actions.onStarted(), [actions]);
  return actions;
}

export type ImportActions = ReturnType<typeof createImport>;

let turns = 0;

export function createImport(campaign_id: string, engine: ContactEngine | undefined) {
  const dispatch = (action: ImportAction) => dispatchImport(campaign_id, action);

  /** Applies a decision. The engine must get the plan before the dispatch, which reloads the rows. */
  function decide(action: ImportAction): boolean {
    const before = importOf(campaign_id);
    const after = importReducer(before, action);
    if (after === before) return false;
    if (after.list.step === "open")
      engine?.amend(after.list.plan).catch(() => {
        // Rejects before the first check, when there are no rows to amend.
      });
    dispatch(action);
    return true;
  }

  const onRules = (rules: Partial<Rules>) => decide({ kind: "ruled", rules });

  return {
    ...createFileActions(campaign_id, engine),
    onRules,
    /** Returns false if the limit of edited rows is reached. */
    onEdit: (row: number, change: Edit) => decide({ kind: "edited", row, change }),
    onMapping: (mapping: Mapping) => dispatch({ kind: "mapped", mapping }),
    onNameless: () => dispatch({ kind: "nameless" }),
    onOnly: (only: Rules["only"]) => dispatch({ kind: "limited", only }),
    onCountry: (country: string | null) => onRules({ country }),
    onUndo: () => void decide({ kind: "undone" }),
    onCheckAgain: () => dispatch({ kind: "check-again" }),
    /** Counts of the same check after rows with known numbers were left out. */
    onCounted: (report: Report) => {
      const { list } = importOf(campaign_id);
      if (list.step === "open" && list.checked?.report.checkId === report.checkId)
        dispatch({ kind: "checked", plan: list.checked.plan, report });
    },
    onRowsSaved: () => dispatch({ kind: "rows-saved" }),
    onForget: () => dispatch({ kind: "file-forgotten" }),
  };
}

/** Opens the file, also in another format or at another sheet. */
function createFileActions(campaign_id: string, engine: ContactEngine | undefined) {
  const dispatch = (action: ImportAction) => dispatchImport(campaign_id, action);

  async function onFile(file: File, restored?: Restored) {
    const turn = ++turns;
    dispatch({ kind: "file-chosen", turn, file });
    if (!engine) return;
    const onProgress = (progress: Progress) => dispatch({ kind: "opening", turn, progress });
    const result = await openedFile(engine, file, { restored, onProgress }).catch((error: unknown) =>
      refusedState(file, { sentence: errorMessage(error) }),
    );
    dispatch({ kind: "opened", turn, result, restored: restored?.plan });
  }

  /** Opens a file chosen before the engine started, or opened by the engine of an earlier page. */
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
    const result = isSameText
      ? previewedState(list, format, await engine.preview(format).catch(refusalOf))
      : fileStateOf(list.file, await engine.openAs(format.encoding).catch(refused), format);
    dispatch({ kind: "opened", turn, result });
  }

  async function onSheet(sheet: number) {
    const { list } = importOf(campaign_id);
    if (!engine || list.step === "none") return;
    const [turn, { file }] = [++turns, list];
    dispatch({ kind: "file-chosen", turn, file });
    const opened = await engine
      .openSheet(sheet, (progress) => dispatch({ kind: "opening", turn, progress }))
      .catch((error: unknown): Opened => ({ kind: "refused", ...refusalOf(error) }));
    dispatch({ kind: "opened", turn, result: fileStateOf(file, opened) });
  }

  return { onFile, onStarted, onFormat, onSheet };
}

const typingPauseMs = 900;

type CheckInput = {
  campaign_id: string;
  engine: ContactEngine | undefined;
  list: ImportState["list"];
  isOn: boolean;
};

/** Checks the whole list whenever the last report predates the last decision. */
export function useCheck({ campaign_id, engine, list, isOn }: CheckInput) {
  const isDue = isOn && list.step === "open" && list.plan !== list.checked?.plan && list.failure === undefined;
  const { plan, isTyped, file } = list.step === "open" ? list : {};

  useEffect(() => {
    if (!engine || !isDue || !plan || !file) return;
    let isOld = false;
    const dispatch = (action: ImportAction) => !isOld && dispatchImport(campaign_id, action);
    const check = () => {
      engine
        .check(plan, (progress) => dispatch({ kind: "checking", plan, progress }))
        .then((result) => {
          if ("refusal" in result)
            dispatch({ kind: "check-refused", plan, result: refusedState(file, result.refusal, plan.format) });
          else dispatch({ kind: "checked", plan, report: result });
        })
        .catch((error: unknown) => dispatch({ kind: "check-failed", plan, sentence: errorMessage(error) }));
    };
    // Debounced while the user types, because the edited row itself is validated at once.
    const timer = setTimeout(check, isTyped ? typingPauseMs : 0);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [campaign_id, engine, isDue, plan, isTyped, file]);
}
