import { proxy, releaseProxy, wrap } from "comlink";
import { Problem } from "@/lib/contract/problem";
import { carrySignals } from "./carry-signals";
import type { ContactEngine, OnProgress, Opened, Preview, Progress, Refusal, Report } from "./engine";

export type StartedEngine = ContactEngine & { end(): void };

/** Starts the engine in a worker. Throws if the browser or page does not allow workers. */
export function startEngine(): StartedEngine {
  carrySignals();
  const worker = new Worker(new URL("./engine-worker.ts", import.meta.url), { type: "module" });
  const startFailure = new Promise<never>((_, reject) => {
    worker.onerror = () => reject(new Problem("bad_input", "The file reader could not start. Reload this page."));
  });
  startFailure.catch(() => {
    /* Each call reports it. This only prevents an unhandled rejection before the first call. */
  });
  const remote = wrap<ContactEngine>(worker);
  const withProblem = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    Promise.race([answer, startFailure]).catch((error: unknown) => {
      throw asProblem(error);
    });
  /** Progress arrives on a separate channel, perhaps after the answer, and is then ignored. */
  const withProgress = <Answer>(
    onProgress: OnProgress,
    request: (report: OnProgress) => Promise<Answer>,
  ): Promise<Answer> => {
    let isSettled = false;
    const report = proxy((progress: Progress) => {
      if (!isSettled) onProgress(progress);
    });
    return withProblem(request(report)).finally(() => {
      isSettled = true;
    });
  };

  return {
    open: (file, onProgress) => withProgress<Opened>(onProgress, (report) => remote.open(file, report)),
    openSheet: (sheet, onProgress) => withProgress<Opened>(onProgress, (report) => remote.openSheet(sheet, report)),
    openAs: (encoding) => withProblem<Opened>(remote.openAs(encoding)),
    columnValues: (plan, columns) => withProblem(remote.columnValues(plan, columns)),
    preview: (format) => withProblem<Preview | { refusal: Refusal }>(remote.preview(format)),
    check: (plan, onProgress) =>
      withProgress<Report | { refusal: Refusal }>(onProgress, (report) => remote.check(plan, report)),
    amend: (plan) => withProblem(remote.amend(plan)),
    list: (listing) => withProblem(remote.list(listing)),
    page: (from, count) => withProblem(remote.page(from, count)),
    firstRows: (choice, count) => withProblem(remote.firstRows(choice, count)),
    numbers: (after, count) => withProblem(remote.numbers(after, count)),
    places: () => withProblem(remote.places()),
    leaveOut: (checkId, known) => withProblem(remote.leaveOut(checkId, known)),
    write: (rows, onProgress, signal) => withProgress(onProgress, (report) => remote.write(rows, report, signal)),
    rowsOfSent: (positions) => withProblem(remote.rowsOfSent(positions)),
    rowsOfNumbers: (numbers) => withProblem(remote.rowsOfNumbers(numbers)),
    inCountry: (phone, country) => withProblem(remote.inCountry(phone, country)),
    countries: () => withProblem(remote.countries()),
    cancel: () => void remote.cancel(),
    end() {
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}

/** Across threads an error keeps only its name and message. */
function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const isProblem = error instanceof Error && error.name === "Problem";
  const sentence = isProblem
    ? error.message
    : "This file could not be read. It may have been moved or changed. Choose it again.";
  return new Problem("bad_input", sentence, { cause: error });
}
