import { setRunningUpload } from "@/components/send/running-upload";
import { percentOf } from "@/components/ui/charts/progress";
import { takeOffered } from "@/lib/client/lists/offered-file";
import type { ContactEngine, Progress } from "@/lib/contacts/engine";
import type { Format } from "@/lib/contacts/plan";
import { type StartedEngine, startEngine } from "@/lib/contacts/start-engine";
import { Problem } from "@/lib/contract/problem";
import { DraftKeeper } from "./draft-keeper";
import { type ImportAction, importReducer } from "./import-state";
import { ListPreparation } from "./list-preparation";
import type { Decision } from "./open-list";
import { errorMessage, openedFile, type Restored, readFormat, readSheet, refusedState } from "./opened-file";
import { type SendEnvironment, sendList } from "./send-list";
import type { ListToSend } from "./sending-state";
import { emptySession, type SessionAccess, type SessionState } from "./session-state";

export type OpenPage = SendEnvironment & {
  personId: string;
  /** The address names the last step, so a stored result is shown again. */
  isAtUpload: boolean;
  startEngine?: () => StartedEngine;
};

const typingPauseMs = 900;

const noop = () => undefined;

/**
 * The import of one campaign: file, decisions, check, comparison and upload. It outlives its page while a list is sent.
 * Every change passes `update`, which then starts whatever the new state needs.
 */
export class ImportSession implements SessionAccess {
  private current = emptySession;
  private readonly listeners = new Set<() => void>();
  private page: OpenPage | undefined;
  private waiting: ((engine: ContactEngine) => void)[] = [];
  private engineOfPage: StartedEngine | undefined;
  private turns = 0;
  private stopTaking: () => void = noop;
  private check: { plan: object; timer: ReturnType<typeof setTimeout> } | undefined;
  private readonly draft: DraftKeeper;
  private readonly preparation: ListPreparation;

  constructor(readonly campaign_id: string) {
    this.draft = new DraftKeeper(this);
    this.preparation = new ListPreparation(this);
  }

  get state(): SessionState {
    return this.current;
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly dispatch = (action: ImportAction): boolean => {
    const next = importReducer(this.current, action);
    return this.update(next === this.current ? {} : next);
  };

  /** Returns false if the change changes nothing. */
  update(change: Partial<SessionState>): boolean {
    const names = Object.keys(change) as (keyof SessionState)[];
    if (names.every((name) => change[name] === this.current[name])) return false;
    this.current = { ...this.current, ...change };
    if ("sending" in change) showRunningUpload();
    this.startCheck();
    this.preparation.follow();
    this.draft.follow();
    for (const listener of this.listeners) listener();
    return true;
  }

  /** The page of the import is open. Its engine starts, and opens the list again, or the stored draft. */
  enter(page: OpenPage): () => void {
    this.page = page;
    this.startEngine(page.startEngine ?? startEngine);
    const { list } = this.current;
    if (list.step === "open") void this.open(list.file, { plan: list.plan, sheet: list.book?.sheet });
    void this.draft.enter(page).then(() => {
      if (this.page === page) this.stopTaking = takeOffered(this.campaign_id, (offered) => this.update({ offered }));
    });
    return () => this.leave();
  }

  /** The upload continues without the page. */
  private leave() {
    this.page = undefined;
    this.stopTaking();
    this.stopTaking = noop;
    this.engineOfPage?.end();
    this.engineOfPage = undefined;
    this.waiting = [];
    this.preparation.close();
    this.draft.leave();
    const { list, draft, sending } = importReducer(this.current, { kind: "page-left" });
    this.update({ ...emptySession, list, draft, sending });
  }

  private startEngine(start: () => StartedEngine) {
    const { page } = this;
    const fail = (error: unknown) => this.page === page && this.update({ failure: engineFailure(error) });
    try {
      const engine = start();
      this.engineOfPage = engine;
      this.update({ engine, failure: undefined });
      for (const resolve of this.waiting.splice(0)) resolve(engine);
      engine.countries().then((countries) => this.page === page && this.update({ countries }), fail);
    } catch (error) {
      fail(error);
    }
  }

  /** Opens a file, also before the engine has started. Resolves with true if it is the open list. */
  async open(file: File, restored?: Restored): Promise<boolean> {
    const turn = this.nextTurn();
    this.dispatch({ kind: "file-chosen", turn, file });
    const engine = this.current.engine ?? (await new Promise<ContactEngine>((resolve) => this.waiting.push(resolve)));
    const onProgress = (progress: Progress) => this.dispatch({ kind: "opening", turn, progress });
    const result = await openedFile(engine, file, { restored, onProgress });
    this.dispatch({ kind: "opened", turn, result, restored: restored?.plan });
    return this.current.turn === turn && this.current.list.step === "open";
  }

  /** A file that a person chose replaces the list, its draft and an upload without an answer. */
  openChosen(file: File) {
    this.dispatch({ kind: "end-forgotten" });
    this.update({ chosen: file });
    // A reload must not restore the previous file.
    if (this.current.draft) void this.draft.forget();
    void this.open(file);
  }

  async readAs(format: Format) {
    const { list, engine } = this.current;
    if (!engine || (list.step !== "open" && list.step !== "refused")) return;
    const turn = this.nextTurn();
    this.dispatch({ kind: "format-chosen", turn, format });
    // A check in the earlier format is outdated.
    engine.cancel();
    this.dispatch({ kind: "opened", turn, result: await readFormat(engine, list, format) });
  }

  async openSheet(sheet: number) {
    const { list, engine } = this.current;
    if (!engine || list.step === "none") return;
    const [turn, { file }] = [this.nextTurn(), list];
    this.dispatch({ kind: "file-chosen", turn, file });
    const onProgress = (progress: Progress) => this.dispatch({ kind: "opening", turn, progress });
    this.dispatch({ kind: "opened", turn, result: await readSheet(engine, file, sheet, onProgress) });
  }

  /** Forgets the list and the draft. The result of an answered upload stays until the next one. */
  startOver() {
    this.dispatch({ kind: "end-forgotten" });
    this.dispatch({ kind: "file-forgotten" });
    void this.draft.forget();
  }

  /** Stops opening the file. */
  stopOpening() {
    this.current.engine?.cancel();
    this.dispatch({ kind: "file-forgotten" });
  }

  /** Returns false if nothing changed, such as at the limit of edited rows. */
  decide(decision: Decision): boolean {
    const { list } = importReducer(this.current, decision);
    if (list === this.current.list || list.step !== "open") return false;
    // The engine must get the plan before the update, which reloads the rows. Without a check there are none.
    this.current.engine?.amend(list.plan).catch(noop);
    return this.dispatch(decision);
  }

  /** Checks the whole list whenever the last report predates the last decision. A decision on one row may follow soon. */
  private startCheck() {
    const { list, engine } = this.current;
    const isDue =
      list.step === "open" &&
      list.plan.mapping.phone >= 0 &&
      !list.isPreviewLoading &&
      list.failure === undefined &&
      list.plan !== list.checked?.plan;
    const due = engine && isDue ? list.plan : undefined;
    if (due === this.check?.plan) return;
    clearTimeout(this.check?.timer);
    this.check = undefined;
    if (!engine || !due || list.step !== "open") return;
    const { file } = list;
    const run = () =>
      engine
        .check(due, (progress) => this.dispatch({ kind: "checking", plan: due, progress }))
        .then((result) =>
          "refusal" in result
            ? this.dispatch({
                kind: "check-refused",
                plan: due,
                result: refusedState(file, result.refusal, due.format),
              })
            : this.dispatch({ kind: "checked", plan: due, report: result }),
        )
        .catch((error: unknown) => this.dispatch({ kind: "check-failed", plan: due, sentence: errorMessage(error) }));
    this.check = { plan: due, timer: setTimeout(run, list.isTyped ? typingPauseMs : 0) };
  }

  /** The page for the upload is open: the list is compared and written. Returns the function that ends this. */
  prepare(recalls: string | undefined): () => void {
    this.preparation.open(recalls);
    return () => this.preparation.close();
  }

  prepareAgain() {
    this.preparation.again();
  }

  send(list: ListToSend, into: string) {
    const { page } = this;
    // A second press can come before the first one has rendered.
    if (!page || this.current.sending?.step === "sending") return;
    void sendList(this, list, { ...page, into, onAnswered: () => void this.draft.forget() });
  }

  stopSending() {
    const { sending } = this.current;
    if (sending?.step !== "sending") return;
    sending.abortController.abort(new Problem("upstream-cut", "You stopped the upload.", { outcome: "unknown" }));
  }

  /** Moves a list without a campaign into one, whose page opens the file again. */
  moveTo(campaign_id: string) {
    const { list } = this.current;
    if (list.step !== "open") return;
    sessionOf(campaign_id).dispatch({ kind: "list-moved", list });
    void this.draft.forget();
    this.dispatch({ kind: "file-forgotten" });
  }

  /** A list that is stored for another campaign. */
  async draftOf(campaign_id: string) {
    return this.draft.of(campaign_id);
  }

  private nextTurn() {
    this.turns += 1;
    return this.turns;
  }
}

const engineFailure = (error: unknown) =>
  error instanceof Error && error.name === "Problem"
    ? error.message
    : "This browser cannot read files in the background. Try another browser.";

// Module-level on purpose: an upload continues while other pages are open.
const sessions = new Map<string, ImportSession>();

/** One object for each campaign in this tab. The server keeps none. */
export function sessionOf(campaign_id: string): ImportSession {
  const session = sessions.get(campaign_id) ?? new ImportSession(campaign_id);
  if (typeof window !== "undefined") sessions.set(campaign_id, session);
  return session;
}

function showRunningUpload() {
  const sending = [...sessions.values()].map(({ state }) => state.sending).find((each) => each?.step === "sending");
  if (sending?.step !== "sending") return setRunningUpload(undefined);
  const { list, sent } = sending;
  const percent = percentOf({ sent: sent?.sentBytes ?? 0, total: sent?.totalBytes ?? 0 });
  setRunningUpload({ campaign_id: list.entry.campaign_id, fileName: list.entry.file_name, percent });
}
