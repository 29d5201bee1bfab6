import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const undoing: (() => unknown)[] = [];

/** Has something undone when a part is over, whatever became of it; the last comes first. */
export function afterwards(undo: () => unknown) {
  undoing.push(undo);
}

export async function tidy() {
  for (let undo = undoing.pop(); undo; undo = undoing.pop())
    try {
      await undo();
    } catch (error) {
      console.error(error);
    }
}

/** A directory that goes away again. */
export function ownDirectory() {
  const path = mkdtempSync(join(tmpdir(), "switchboard-bench-"));
  afterwards(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
