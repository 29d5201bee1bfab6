import { proxy, releaseProxy, wrap } from "comlink";
import { Problem } from "@/lib/contract/problem";
import { carrySignals } from "./carry-signals";
import type { ContactEngine, OnProgress, Opened, Preview, Progress, Refusal, Report } from "./engine";

export type StartedEngine = ContactEngine & { end(): void };

/** Starts the engine on a thread of its own. Throws where this browser or page allows none. */
export function startEngine(): StartedEngine {
  carrySignals();
  const worker = new Worker(new URL("./engine-worker.ts", import.meta.url), { type: "module" });
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = () => reject(new Problem("bad_input", "The file reader could not start. Reload this page."));
  });
  failed.catch(() => undefined);
  const remote = wrap<ContactEngine>(worker);
  const revived = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    Promise.race([answer, failed]).catch((error: unknown) => {
      throw asProblem(error);
    });
  /** Progress comes by a way of its own, and the last of it may come after the answer. */
  const followed = <Answer>(onProgress: OnProgress, ask: (heard: OnProgress) => Promise<Answer>): Promise<Answer> => {
    let isOver = false;
    const heard = proxy((progress: Progress) => {
      if (!isOver) onProgress(progress);
    });
    return revived(ask(heard)).finally(() => {
      isOver = true;
    });
  };

  return {
    open: (file, onProgress) => followed<Opened>(onProgress, (heard) => remote.open(file, heard)),
    openSheet: (sheet, onProgress) => followed<Opened>(onProgress, (heard) => remote.openSheet(sheet, heard)),
    openAs: (encoding) => revived<Opened>(remote.openAs(encoding)),
    preview: (format) => revived<Preview | { refusal: Refusal }>(remote.preview(format)),
    check: (plan, onProgress) =>
      followed<Report | { refusal: Refusal }>(onProgress, (heard) => remote.check(plan, heard)),
    amend: (plan) => revived(remote.amend(plan)),
    list: (listing) => revived(remote.list(listing)),
    page: (from, count) => revived(remote.page(from, count)),
    placeOf: (row) => revived(remote.placeOf(row)),
    write: (rows, onProgress, signal) => followed(onProgress, (heard) => remote.write(rows, heard, signal)),
    rowsOfSent: (places) => revived(remote.rowsOfSent(places)),
    rowsOfNumbers: (numbers) => revived(remote.rowsOfNumbers(numbers)),
    inCountry: (phone, country) => revived(remote.inCountry(phone, country)),
    countries: () => revived(remote.countries()),
    cancel: () => void remote.cancel(),
    end() {
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}

/** Across threads an error keeps its name and words only. */
function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const isOurs = error instanceof Error && error.name === "Problem";
  const sentence = isOurs
    ? error.message
    : "This file could not be read. It may have been moved or changed. Choose it again.";
  return new Problem("bad_input", sentence, { cause: error });
}
