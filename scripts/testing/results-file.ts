import { appendFileSync } from "node:fs";
import { relative } from "node:path";

/** Tests of a run and their results. Read by scripts/support/test-results.mjs. */
export type ResultEvent =
  | { event: "file"; file: string }
  | { event: "test"; id: string; file: string; name: string }
  | { event: "result"; id: string; status: "passed" | "failed" | "skipped" | "not-run"; ms: number }
  | { event: "error"; file?: string; message: string };

/** Appends each event at once, so that a crashed run leaves its results. Does nothing without TEST_RESULTS_FILE. */
export function recordResult(event: ResultEvent) {
  const path = process.env.TEST_RESULTS_FILE;
  if (path) appendFileSync(path, `${JSON.stringify(event)}\n`);
}

export const fromRoot = (path: string) => relative(process.cwd(), path);

export const firstLine = (message = "no message") =>
  message
    .trim()
    .split("\n", 1)[0]
    ?.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g"), "") ?? "";
