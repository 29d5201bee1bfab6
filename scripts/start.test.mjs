import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inRoot } from "./support/root.mjs";

test.each(["18.20.4", "20.18.3"])("refuses Node %s as too old before it does anything", (node) => {
  const olderNode = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${node}" } })`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(olderNode)}`, "scripts/start.mjs"],
    { cwd: inRoot(), encoding: "utf8" },
  );
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr: `Switchboard needs Node 20.19 or later; this is ${node}.\n`,
  });
});

test("reports a taken port and an invalid setting before it builds", async () => {
  const clone = mkdtempSync(join(tmpdir(), "switchboard-clone-"));
  const blocker = createServer().listen(0, "127.0.0.1");
  try {
    for (const name of ["lib", "scripts", "package.json", "package-lock.json", "tsconfig.json"])
      cpSync(inRoot(name), join(clone, name), { recursive: true });
    symlinkSync(inRoot("node_modules"), join(clone, "node_modules"));
    await once(blocker, "listening");
    const { port } = blocker.address();
    const runStart = (env) =>
      spawnSync(process.execPath, ["scripts/start.mjs"], {
        cwd: clone,
        encoding: "utf8",
        env: { PATH: process.env.PATH, DATA_DIR: join(clone, "data"), ...env },
      });
    expect(runStart({ PORT: String(port) })).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining(`PORT ${port} is taken by another program`),
    });
    expect(runStart({ PORT: "x" })).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining("PORT must"),
    });
  } finally {
    blocker.close();
    rmSync(clone, { recursive: true });
  }
});
