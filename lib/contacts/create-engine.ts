import { createNumberingPlan } from "@/lib/contacts/numbering/numbering-plan";
import { badTextRefusal } from "@/lib/contacts/read/encoding-samples";
import { createRowReader, type RowReader } from "@/lib/contacts/read/row-reader";
import { describeSource, openSheet, openSource, previewSource, type Source } from "@/lib/contacts/read/source";
import { type CheckResult, checkFile, createRun, type Run, stoppedProblem } from "@/lib/contacts/validate/check";
import { findRows, findSentRows } from "@/lib/contacts/validate/find-rows";
import { reportOf } from "@/lib/contacts/validate/report";
import { groups } from "@/lib/contacts/validate/row-status";
import { viewOf } from "@/lib/contacts/validate/row-views";
import { RowValidator } from "@/lib/contacts/validate/validate-row";
import { Problem } from "@/lib/contract/problem";
import type { ContactEngine, Listing, OnProgress, Opened, Preview } from "./engine";
import type { Plan } from "./plan";
import { writeFile } from "./write-file";

type CheckedList = { checkId: number; checked: CheckResult; read: RowReader; plan: Plan; validateRow: RowValidator };

/** Contact engine on the current thread. It has one file at a time, the last one opened. */
export function createContactEngine(): ContactEngine {
  const numbering = createNumberingPlan();
  let source: Source | undefined;
  let current: CheckedList | undefined;
  let checkCount = 0;
  let listedRows = new Uint32Array();
  let listingCount = 0;
  let abortController = new AbortController();

  /** Starts a run and aborts the one in progress. Files that are being written are completed. */
  function startRun(onProgress: OnProgress): Run & { signal: AbortSignal } {
    abortController.abort(stoppedProblem());
    abortController = new AbortController();
    return { ...createRun(onProgress, abortController.signal), signal: abortController.signal };
  }

  type OpenResult = Source | { refusal: Extract<Opened, { kind: "refused" }>["refusal"] };

  async function setSource(next: OpenResult, signal: AbortSignal): Promise<Opened> {
    // Another file was opened in the meantime.
    if (signal.aborted) throw stoppedProblem();
    current = undefined;
    source = "refusal" in next ? undefined : next;
    return "refusal" in next ? { kind: "refused", refusal: next.refusal } : describeSource(next);
  }

  return {
    async open(file, onProgress) {
      const { signal } = startRun(onProgress);
      return setSource(await openSource(file, { onProgress, signal }), signal);
    },

    async openSheet(sheet, onProgress) {
      const { file, open } = requireSource(source);
      if (!open) throw new Problem("bad_input", "This file has no sheets.");
      const { signal } = startRun(onProgress);
      return setSource(await openSheet(file, open.book, sheet, { onProgress, signal }), signal);
    },

    openAs: (encoding) => describeSource(requireSource(source), encoding),

    preview: (format) => previewSource(requireSource(source), format),

    async check(plan, onProgress) {
      const { text, open } = requireSource(source);
      const run = startRun(onProgress);
      const startMs = performance.now();
      const preview = await previewSource(requireSource(source), plan.format);
      if ("refusal" in preview) return preview;
      const checked = await checkFile(text, {
        plan,
        numbering,
        shape: shapeOf(preview),
        hiddenRows: open?.hiddenRows,
        run,
      });
      if ("badText" in checked)
        return { refusal: badTextRefusal(checked.badText, plan.format.encoding, checked.rowsBefore) };
      const read = createRowReader(text, checked);
      const report = await reportOf({ checked, read, numbering, ms: performance.now() - startMs });
      // The plan changed in the meantime, so these counts are outdated.
      if (run.signal.aborted) throw stoppedProblem();
      checkCount += 1;
      current = { checkId: checkCount, checked, read, plan, validateRow: checked.validateRow };
      return { ...report, checkId: checkCount };
    },

    async amend(plan) {
      abortController.abort(stoppedProblem());
      const last = requireCheck(current);
      current = { ...last, plan, validateRow: new RowValidator(plan, last.checked.shape, numbering) };
    },

    async list(listing: Listing) {
      const { checked } = requireCheck(current);
      const { group, text } = listing;
      const listingId = ++listingCount;
      const rows =
        group === "all"
          ? checked.rowIndex.allRows(checked.firstRow)
          : checked.rowIndex.rowsOf(groups[group], checked.firstRow);
      const matches = text.trim() === "" ? rows : await findRows(requireSource(source).text, checked, { rows, text });
      // A newer listing may have been requested in the meantime.
      if (listingId === listingCount) listedRows = matches;
      return matches.length;
    },

    async page(from, count) {
      const last = requireCheck(current);
      const rows = [...listedRows.subarray(from, from + count)];
      const views = [];
      for (const row of rows) {
        const read = await last.read(row);
        if (read) views.push(viewOf(read, { ...last, numbering }));
      }
      return views;
    },

    async placeOf(row) {
      const index = listedRows.findIndex((listedRow) => listedRow >= row);
      return index === -1 ? Math.max(listedRows.length - 1, 0) : index;
    },

    async write({ kind, checkId }, onProgress, signal) {
      const { file, text } = requireSource(source);
      const last = requireCheck(current);
      if (last.checkId !== checkId) throw outdatedCheck();
      const run = createRun(onProgress, signal);
      return writeFile(text, last.checked, { kind, name: file.name, numbering, run });
    },

    async rowsOfSent(positions) {
      const { rowIndex } = requireCheck(current).checked;
      return positions.map((position) => (position > 0 ? rowIndex.sentRow(position) : undefined));
    },

    rowsOfNumbers: async (numbers) => findSentRows(requireSource(source).text, requireCheck(current).checked, numbers),

    async inCountry(phone, country) {
      const digits = numbering.fromNational(phone.replace(/\D/g, ""), country);
      return digits === undefined ? undefined : `+${digits}`;
    },

    countries: async () => numbering.countries,

    cancel: () => abortController.abort(stoppedProblem()),
  };
}

const shapeOf = ({ columns, usual }: Preview) => ({ columns: columns.length, ...usual });

function requireSource(source: Source | undefined): Source {
  if (!source) throw new Problem("bad_input", "Choose a file first.");
  return source;
}

const outdatedCheck = () =>
  new Problem("bad_input", "The list was counted again. Go back to “Review and fix” to see its rows.");

function requireCheck(current: CheckedList | undefined): CheckedList {
  if (!current) throw new Problem("bad_input", "The list has not been checked yet.");
  return current;
}
