import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const cleanups: (() => unknown)[] = [];

/** Registers a cleanup for the end of the part, even after a failure. The last one runs first. */
export function onTidy(cleanup: () => unknown) {
  cleanups.push(cleanup);
}

export async function tidy() {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop())
    try {
      await cleanup();
    } catch (error) {
      console.error(error);
    }
}

/** A temporary directory, deleted by `tidy`. */
export function temporaryDirectory() {
  const path = mkdtempSync(join(tmpdir(), "switchboard-bench-"));
  onTidy(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
