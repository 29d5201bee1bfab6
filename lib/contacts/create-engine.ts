import { badTextRefusal } from "@/lib/contacts/read/encoding-samples";
import { createRowReader, type RowReader } from "@/lib/contacts/read/row-reader";
import { describeSource, openSheet, openSource, previewSource, type Source } from "@/lib/contacts/read/source";
import { rowStatuses, statusesOf } from "@/lib/contacts/row-status/row-status";
import { type CheckResult, checkFile, createRun, type Run, stoppedProblem } from "@/lib/contacts/validate/check";
import { countValues } from "@/lib/contacts/validate/column-values";
import { findRows, findSentRows } from "@/lib/contacts/validate/find-rows";
import { KnownNumbers } from "@/lib/contacts/validate/known-numbers";
import { reportOf } from "@/lib/contacts/validate/report";
import { viewOf } from "@/lib/contacts/validate/row-views";
import { RowValidator } from "@/lib/contacts/validate/validate-row";
import { Problem } from "@/lib/contract/problem";
import { countryAliases } from "@/lib/numbers/country-names";
import { createNumberingPlan } from "@/lib/numbers/numbering-plan";
import { PhoneReader } from "@/lib/numbers/phone-reader";
import type { ContactEngine, KnownRows, Listing, OnProgress, Opened, Refusal, RowChoice, RowsToWrite } from "./engine";
import type { Encoding, Format, Plan } from "./plan";
import { writeFile } from "./write-file";

type CheckedList = {
  checkId: number;
  checked: CheckResult;
  read: RowReader;
  plan: Plan;
  validateRow: RowValidator;
  known: KnownNumbers;
};

/** Contact engine on the current thread. It has one file at a time, the last one opened. */
export const createContactEngine = (): ContactEngine => new LocalEngine();

type OpenResult = Source | { refusal: Refusal };

class LocalEngine implements ContactEngine {
  private readonly numbering = createNumberingPlan();
  private source: Source | undefined;
  private current: CheckedList | undefined;
  private checkCount = 0;
  private listedRows = new Uint32Array();
  private listingCount = 0;
  private abortController = new AbortController();

  async open(file: File, onProgress: OnProgress) {
    const { signal } = this.startRun(onProgress);
    return this.setSource(await openSource(file, { onProgress, signal }), signal);
  }

  async openSheet(sheet: number, onProgress: OnProgress) {
    const { file, open } = this.requireSource();
    if (!open) throw new Problem("bad_input", "This file has no sheets.");
    const { signal } = this.startRun(onProgress);
    return this.setSource(await openSheet(file, open.book, sheet, { onProgress, signal }), signal);
  }

  async openAs(encoding: Encoding) {
    return describeSource(this.requireSource(), encoding);
  }

  async preview(format: Format) {
    return previewSource(this.requireSource(), format);
  }

  async columnValues(plan: Plan, columns: readonly number[]) {
    const source = this.requireSource();
    const preview = await previewSource(source, plan.format);
    if ("refusal" in preview) throw new Problem("bad_input", preview.refusal.sentence);
    const shape = { columns: preview.columns.length, ...preview.usual };
    // Not aborted by a decision that is made meanwhile, such as another country.
    return countValues(source.text, { plan, shape, columns, run: createRun(() => undefined) });
  }

  async check(plan: Plan, onProgress: OnProgress) {
    const source = this.requireSource();
    const { numbering } = this;
    const { text, open } = source;
    const run = this.startRun(onProgress);
    const preview = await previewSource(source, plan.format);
    if ("refusal" in preview) return preview;
    const shape = { columns: preview.columns.length, ...preview.usual };
    const checked = await checkFile(text, { plan, numbering, shape, hiddenRows: open?.hiddenRows, run });
    if ("badText" in checked)
      return { refusal: badTextRefusal(checked.badText, plan.format.encoding, checked.rowsBefore) };
    const read = createRowReader(text, checked);
    const report = await reportOf({ checked, read, numbering });
    // The plan changed in the meantime, so these counts are outdated.
    if (run.signal.aborted) throw stoppedProblem();
    this.checkCount += 1;
    const known = new KnownNumbers(checked, numbering);
    this.current = { checkId: this.checkCount, checked, read, plan, validateRow: checked.validateRow, known };
    return { ...report, checkId: this.checkCount };
  }

  async amend(plan: Plan) {
    this.cancel();
    const last = this.requireCheck();
    this.current = { ...last, plan, validateRow: new RowValidator(plan, last.checked.shape, this.numbering) };
  }

  async list({ group, text }: Listing) {
    const { checked } = this.requireCheck();
    this.listingCount += 1;
    const listingId = this.listingCount;
    const rows = checked.rowIndex.rowsOf(group === "all" ? rowStatuses : statusesOf(group));
    const matches = text.trim() === "" ? rows : await findRows(this.requireSource().text, checked, { rows, text });
    // A newer listing may have been requested in the meantime.
    if (listingId === this.listingCount) this.listedRows = matches;
    return matches.length;
  }

  async page(from: number, count: number) {
    return this.viewsOf(this.listedRows.subarray(from, from + count));
  }

  async firstRows(choice: RowChoice, count: number) {
    if ("rows" in choice) return this.viewsOf(choice.rows.subarray(0, count));
    const rows = this.requireCheck().checked.rowIndex.rowsOf(choice.statuses);
    const without = new Set(choice.without?.flatMap((known) => [...known]));
    return this.viewsOf(without.size === 0 ? rows.subarray(0, count) : firstOutside(rows, without, count));
  }

  private async viewsOf(rows: Iterable<number>) {
    const last = this.requireCheck();
    const views = [];
    for (const row of rows) {
      const read = await last.read(row);
      if (read) views.push(viewOf(read, { ...last, numbering: this.numbering }));
    }
    return views;
  }

  async numbers(after: number, count: number) {
    return this.requireCheck().known.batch(after, count);
  }

  async places() {
    return this.requireCheck().known.places();
  }

  async leaveOut(checkId: number, rows: KnownRows) {
    const last = this.requireCheck();
    if (last.checkId !== checkId) throw outdatedCheck();
    last.known.leaveOut(rows);
    return { ...(await reportOf({ ...last, numbering: this.numbering })), checkId };
  }

  async write({ kind, checkId, rejected }: RowsToWrite, onProgress: OnProgress, signal?: AbortSignal) {
    const { file, text } = this.requireSource();
    const last = this.requireCheck();
    if (last.checkId !== checkId) throw outdatedCheck();
    const run = createRun(onProgress, signal);
    return writeFile(text, last.checked, { kind, rejected, name: file.name, numbering: this.numbering, run });
  }

  async rowsOfSent(positions: readonly number[]) {
    const { rowIndex } = this.requireCheck().checked;
    return positions.map((position) => (position > 0 ? rowIndex.sentRow(position) : undefined));
  }

  async rowsOfNumbers(numbers: readonly string[]) {
    return findSentRows(this.requireSource().text, this.requireCheck().checked, numbers);
  }

  async inCountry(phone: string, country: string) {
    const { rowStatus, phone: number, range, suggestion } = this.exampleReader(country).read(phone);
    return (rowStatus === "ok" && range >= 0 ? number : suggestion) || undefined;
  }

  private exampleReader(country: string) {
    const { plan, checked } = this.current ?? {};
    const tenDigits = checked?.shape.tenDigits[plan?.mapping.phone ?? -1];
    return new PhoneReader(this.numbering, { country, usesSuggestions: [] }, { tenDigits });
  }

  async countries() {
    return this.numbering.countries.map((choice) => ({ ...choice, aliases: countryAliases(choice.country) }));
  }

  cancel() {
    this.abortController.abort(stoppedProblem());
  }

  /** Starts a run and aborts the one in progress. Files that are being written are completed. */
  private startRun(onProgress: OnProgress): Run & { signal: AbortSignal } {
    this.cancel();
    this.abortController = new AbortController();
    const { signal } = this.abortController;
    return { ...createRun(onProgress, signal), signal };
  }

  private async setSource(next: OpenResult, signal: AbortSignal): Promise<Opened> {
    // Another file was opened in the meantime.
    if (signal.aborted) throw stoppedProblem();
    this.current = undefined;
    this.source = "refusal" in next ? undefined : next;
    return "refusal" in next ? { kind: "refused", refusal: next.refusal } : describeSource(next);
  }

  private requireSource(): Source {
    if (!this.source) throw new Problem("bad_input", "Choose a file first.");
    return this.source;
  }

  private requireCheck(): CheckedList {
    if (!this.current) throw new Problem("bad_input", "The list has not been checked yet.");
    return this.current;
  }
}

function firstOutside(rows: Iterable<number>, without: ReadonlySet<number>, count: number) {
  const found: number[] = [];
  for (const row of rows) {
    if (found.length === count) break;
    if (!without.has(row)) found.push(row);
  }
  return found;
}

const outdatedCheck = () =>
  new Problem("bad_input", "The list was counted again. Go back to “Review and fix” to see its rows.");
