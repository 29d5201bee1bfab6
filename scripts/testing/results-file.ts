import { appendFileSync } from "node:fs";
import { relative } from "node:path";

/** What a run of tests is known to hold, and how each of it ended; read by scripts/support/test-results.mjs. */
export type ResultEvent =
  | { event: "file"; file: string }
  | { event: "test"; id: string; file: string; name: string }
  | { event: "result"; id: string; status: "passed" | "failed" | "skipped" | "not-run" }
  | { event: "error"; file?: string; message: string };

/** Line by line as it happens, so that a run that dies leaves what it had done. Without TEST_RESULTS_FILE nothing is kept. */
export function noteResult(event: ResultEvent) {
  const path = process.env.TEST_RESULTS_FILE;
  if (path) appendFileSync(path, `${JSON.stringify(event)}\n`);
}

export const fromRoot = (path: string) => relative(process.cwd(), path);

export const firstLine = (message = "no message") =>
  message
    .trim()
    .split("\n", 1)[0]
    ?.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g"), "") ?? "";
