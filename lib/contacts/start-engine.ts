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
    worker.onerror = () =>
      reject(new Problem("bad_input", "The part that reads files could not be started. Load this page again."));
  });
  failed.catch(() => undefined);
  const remote = wrap<ContactEngine>(worker);
  const told = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    Promise.race([answer, failed]).catch((error: unknown) => {
      throw asProblem(error);
    });
  /** Progress comes by a way of its own, and the last of it may come after the answer. */
  const followed = <Answer>(onProgress: OnProgress, ask: (heard: OnProgress) => Promise<Answer>): Promise<Answer> => {
    let isOver = false;
    const heard = proxy((progress: Progress) => {
      if (!isOver) onProgress(progress);
    });
    return told(ask(heard)).finally(() => {
      isOver = true;
    });
  };

  return {
    open: (file, onProgress) => followed<Opened>(onProgress, (heard) => remote.open(file, heard)),
    openSheet: (sheet, onProgress) => followed<Opened>(onProgress, (heard) => remote.openSheet(sheet, heard)),
    openAs: (encoding) => told<Opened>(remote.openAs(encoding)),
    preview: (format) => told<Preview | { refusal: Refusal }>(remote.preview(format)),
    check: (plan, onProgress) =>
      followed<Report | { refusal: Refusal }>(onProgress, (heard) => remote.check(plan, heard)),
    amend: (plan) => told(remote.amend(plan)),
    list: (listing) => told(remote.list(listing)),
    page: (from, count) => told(remote.page(from, count)),
    placeOf: (row) => told(remote.placeOf(row)),
    write: (kind, onProgress, signal) => followed(onProgress, (heard) => remote.write(kind, heard, signal)),
    rowsOfSent: (places) => told(remote.rowsOfSent(places)),
    rowsOfNumbers: (numbers) => told(remote.rowsOfNumbers(numbers)),
    inCountry: (phone, country) => told(remote.inCountry(phone, country)),
    countries: () => told(remote.countries()),
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
