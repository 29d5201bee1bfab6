import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { inRoot, root } from "./support/root.mjs";
import { captureStep } from "./support/step.mjs";

test.each([
  ["console", "lib/db/console"],
  ["platform", "platform"],
])("needs no migration when the %s tables are unchanged", async (owner, folder) => {
  const copy = mkdtempSync(join(tmpdir(), "switchboard-migrations-"));
  try {
    cpSync(inRoot(folder, "migrations"), copy, { recursive: true });
    const before = readdirSync(copy, { recursive: true });
    const { code, text } = await captureStep(process.execPath, [
      "scripts/migrations.mjs",
      owner,
      `--out=${relative(root, copy)}`,
    ]);
    expect(code, text).toBe(0);
    expect(readdirSync(copy, { recursive: true })).toEqual(before);
  } finally {
    rmSync(copy, { recursive: true });
  }
});
