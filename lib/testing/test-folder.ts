import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onFileEnd } from "./on-file-end";

/** A folder of its own for a file of tests. Removed when the file is done, after all that was opened later is closed. */
export function testFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `switchboard-${name}-`));
  onFileEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
