import { createNumberingPlan } from "@/lib/contacts/numbering/numbering-plan";
import { badTextRefusal } from "@/lib/contacts/read/encoding-samples";
import { createRowReader, type RowReader } from "@/lib/contacts/read/row-reader";
import { lookAgain, openedOf, openSheetOf, openSource, type Source } from "@/lib/contacts/read/source";
import { type Checked, checkFile, createRun, type Run, stopped } from "@/lib/contacts/validate/check";
import { findRows, findSent } from "@/lib/contacts/validate/find-rows";
import { reportOf } from "@/lib/contacts/validate/report";
import { groups } from "@/lib/contacts/validate/row-status";
import { viewOf } from "@/lib/contacts/validate/row-views";
import { createRowValidator, type RowValidator } from "@/lib/contacts/validate/validate-row";
import { Problem } from "@/lib/contract/problem";
import type { ContactEngine, Listing, OnProgress, Opened, Preview } from "./engine";
import type { Plan } from "./plan";
import { writeFile } from "./write-file";

type Known = { checkId: number; checked: Checked; read: RowReader; plan: Plan; validateRow: RowValidator };

/** A contact engine on this thread. It holds one file at a time: what is asked of it is about the one opened last. */
export function createContactEngine(): ContactEngine {
  const numbering = createNumberingPlan();
  let source: Source | undefined;
  let known: Known | undefined;
  let checks = 0;
  let listed = new Uint32Array();
  let listings = 0;
  let abortController = new AbortController();

  /** The reading or checking that is begun ends the one that was under way; files that are being written are finished. */
  function begin(onProgress: OnProgress): Run & { signal: AbortSignal } {
    abortController.abort(stopped());
    abortController = new AbortController();
    return { ...createRun(onProgress, abortController.signal), signal: abortController.signal };
  }

  type Taken = Source | { refusal: Extract<Opened, { kind: "refused" }>["refusal"] };

  async function take(next: Taken, signal: AbortSignal): Promise<Opened> {
    // Something was opened meanwhile, and that is the file now.
    if (signal.aborted) throw stopped();
    known = undefined;
    source = "refusal" in next ? undefined : next;
    return "refusal" in next ? { kind: "refused", refusal: next.refusal } : openedOf(next);
  }

  return {
    async open(file, onProgress) {
      const { signal } = begin(onProgress);
      return take(await openSource(file, { onProgress, signal }), signal);
    },

    async openSheet(sheet, onProgress) {
      const { file, open } = opened(source);
      if (!open) throw new Problem("bad_input", "This file has no sheets.");
      const { signal } = begin(onProgress);
      return take(await openSheetOf(file, open.book, sheet, { onProgress, signal }), signal);
    },

    openAs: (encoding) => openedOf(opened(source), encoding),

    preview: (format) => lookAgain(opened(source), format),

    async check(plan, onProgress) {
      const { text, open } = opened(source);
      const run = begin(onProgress);
      const since = performance.now();
      const preview = await lookAgain(opened(source), plan.format);
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
      const found = await reportOf({ checked, read, numbering, ms: performance.now() - since });
      // A decision was made meanwhile, and what was counted without it is not what anybody sees.
      if (run.signal.aborted) throw stopped();
      checks += 1;
      known = { checkId: checks, checked, read, plan, validateRow: checked.validateRow };
      return { ...found, checkId: checks };
    },

    async amend(plan) {
      abortController.abort(stopped());
      const now = checkedFirst(known);
      known = { ...now, plan, validateRow: createRowValidator(plan, now.checked.shape, numbering) };
    },

    async list(listing: Listing) {
      const { checked } = checkedFirst(known);
      const { group, text } = listing;
      const own = ++listings;
      const rows =
        group === "all"
          ? checked.rowIndex.allRows(checked.firstRow)
          : checked.rowIndex.rowsOf(groups[group], checked.firstRow);
      const found = text.trim() === "" ? rows : await findRows(opened(source).text, checked, { rows, text });
      // Pages are read of the listing that was asked for last.
      if (own === listings) listed = found;
      return found.length;
    },

    async page(from, count) {
      const now = checkedFirst(known);
      const rows = [...listed.subarray(from, from + count)];
      const found = [];
      for (const row of rows) {
        const read = await now.read(row);
        if (read) found.push(viewOf(read, { ...now, numbering }));
      }
      return found;
    },

    async placeOf(row) {
      const place = listed.findIndex((each) => each >= row);
      return place === -1 ? Math.max(listed.length - 1, 0) : place;
    },

    async write({ kind, checkId }, onProgress, signal) {
      const { file, text } = opened(source);
      const now = checkedFirst(known);
      if (now.checkId !== checkId) throw countedAgain();
      const run = createRun(onProgress, signal);
      return writeFile(text, now.checked, { kind, name: file.name, numbering, run });
    },

    async rowsOfSent(places) {
      const { rowIndex } = checkedFirst(known).checked;
      return places.map((place) => (place > 0 ? rowIndex.sentRow(place) : undefined));
    },

    rowsOfNumbers: async (numbers) => findSent(opened(source).text, checkedFirst(known).checked, numbers),

    async inCountry(phone, country) {
      const digits = numbering.fromNational(phone.replace(/\D/g, ""), country);
      return digits === undefined ? undefined : `+${digits}`;
    },

    countries: async () => numbering.countries,

    cancel: () => abortController.abort(stopped()),
  };
}

const shapeOf = ({ columns, usual }: Preview) => ({ columns: columns.length, ...usual });

function opened(source: Source | undefined): Source {
  if (!source) throw new Problem("bad_input", "Choose a file first.");
  return source;
}

const countedAgain = () =>
  new Problem("bad_input", "The list was counted again. Go back to “Review and fix” to see its rows.");

function checkedFirst(known: Known | undefined): Known {
  if (!known) throw new Problem("bad_input", "The list has not been checked yet.");
  return known;
}
