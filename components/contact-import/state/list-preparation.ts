import { type Comparison, compareList } from "@/lib/client/lists/compare-list";
import type { ContactEngine, KnownRows, Progress } from "@/lib/contacts/engine";
import type { SentAgain } from "@/lib/contract/console/contact-lists";
import { endOfUpload } from "./import-state";
import type { Prepared, SessionAccess } from "./session-state";

type Due = { engine: ContactEngine; fileName: string; checkId: number; sendsAgain: readonly SentAgain[] };

/** Compares the checked list and writes what is sent, while the page for the upload is open. */
export class ListPreparation {
  private isOpen = false;
  private recalls: string | undefined;
  private attempt = 0;
  private key: string | undefined;
  private controller: AbortController | undefined;
  /** Kept while the person chooses who is sent again. */
  private compared: { key: string; comparison: Comparison } | undefined;

  constructor(private readonly session: SessionAccess) {}

  open(recalls: string | undefined) {
    [this.isOpen, this.recalls] = [true, recalls];
    this.follow();
  }

  close() {
    this.isOpen = false;
    this.follow();
    this.compared = undefined;
    this.session.update({ sendsAgain: [] });
  }

  again() {
    this.attempt += 1;
    this.follow();
  }

  /** Starts again if the check or a choice changed, and ends what is outdated. */
  follow() {
    const due = this.due();
    const comparedKey = due && `${due.checkId} ${this.attempt}`;
    const key = due && `${comparedKey} ${due.sendsAgain.join(" ")}`;
    if (key === this.key) return;
    this.key = key;
    this.controller?.abort();
    const { prepared } = this.session.state;
    const isChoice = comparedKey !== undefined && this.compared?.key === comparedKey && prepared?.step === "ready";
    const before: Prepared = isChoice ? { ...prepared, isOld: true } : { step: "comparing", rows: 0 };
    this.session.update({ prepared: due && before });
    if (due && comparedKey !== undefined) void this.prepare(due, comparedKey);
  }

  private due(): Due | undefined {
    const { list, engine, sending, sendsAgain } = this.session.state;
    if (!this.isOpen || !engine || list.step !== "open" || list.checked?.plan !== list.plan) return undefined;
    if (sending?.step === "sending" || endOfUpload(this.session.state)) return undefined;
    return { engine, fileName: list.file.name, checkId: list.checked.report.checkId, sendsAgain };
  }

  private async prepare(due: Due, comparedKey: string) {
    const { session } = this;
    const controller = new AbortController();
    this.controller = controller;
    const { signal } = controller;
    const show = (prepared: Prepared) => !signal.aborted && session.update({ prepared });
    try {
      const comparison = await this.compare(due, comparedKey, signal, (rows) => show({ step: "comparing", rows }));
      const { engine, checkId, sendsAgain } = due;
      const leftOut: KnownRows = Object.fromEntries(
        Object.entries(comparison.known).filter(([as]) => !sendsAgain.some((each) => each === as)),
      );
      const report = await engine.leaveOut(checkId, leftOut);
      if (signal.aborted) return;
      session.dispatch({ kind: "counted", report });
      const onProgress = (progress: Progress) =>
        session.state.prepared?.step !== "ready" && show({ step: "preparing", progress });
      const written = await engine.write({ kind: "sent", checkId }, onProgress, signal);
      show({ step: "ready", isOld: false, comparison, report, written, sendsAgain });
    } catch (error) {
      show({ step: "failed", sentence: error instanceof Error ? error.message : "" });
    }
  }

  private async compare({ engine, fileName }: Due, key: string, signal: AbortSignal, onRows: (rows: number) => void) {
    if (this.compared?.key === key) return this.compared.comparison;
    const { campaign_id } = this.session;
    const comparison = await compareList({
      ...{ engine, campaign_id, fileName, onRows, signal },
      recalls: this.recalls,
    });
    this.compared = { key, comparison };
    return comparison;
  }
}
