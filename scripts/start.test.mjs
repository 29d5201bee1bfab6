import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
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

/** A copy of the sources without what a build makes, so that an .env of its own is read. */
const clone = mkdtempSync(join(tmpdir(), "switchboard-clone-"));
beforeAll(() => {
  for (const name of ["lib", "scripts", "package.json", "package-lock.json", "tsconfig.json"])
    cpSync(inRoot(name), join(clone, name), { recursive: true });
  symlinkSync(inRoot("node_modules"), join(clone, "node_modules"));
  mkdirSync(join(clone, "dist"));
  writeFileSync(join(clone, "dist", "stamp"), "");
});
afterAll(() => rmSync(clone, { recursive: true }));
afterEach(() => rmSync(join(clone, ".env"), { force: true }));

function runIn(args, env = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: clone,
    encoding: "utf8",
    env: { PATH: process.env.PATH, DATA_DIR: join(clone, "data"), ...env },
  });
  return { status, out: stdout, err: stderr };
}

test("reports a taken port and an invalid setting before it builds, from .env in UTF-16 too", async () => {
  const blocker = createServer().listen(0, "127.0.0.1");
  await once(blocker, "listening");
  const { port } = blocker.address();
  const taken = { status: 1, out: "", err: expect.stringContaining(`PORT ${port} is taken by another program`) };
  expect(runIn(["scripts/start.mjs"], { PORT: String(port) })).toMatchObject(taken);
  for (const text of [`\ufeffPORT=${port}\r\n`, `PORT=${port}\n`]) {
    writeFileSync(join(clone, ".env"), Buffer.from(text, "utf16le"));
    expect(runIn(["scripts/start.mjs"])).toMatchObject(taken);
  }
  rmSync(join(clone, ".env"));
  blocker.close();
  const invalid = { status: 1, out: "", err: expect.stringContaining("PORT must") };
  expect(runIn(["scripts/start.mjs"], { PORT: "x" })).toMatchObject(invalid);
});

const entries = [
  ["npm start", ["scripts/start.mjs"]],
  ["npm run dev", ["scripts/dev.mjs"]],
  ["a container", ["scripts/start-built.mjs"]],
  ["npm run doctor", ["scripts/run.mjs", "scripts/doctor.ts"]],
  ["npm run backup", ["scripts/run.mjs", "scripts/backup.ts", "a.zip"]],
];

test.each(entries)("names the line of .env that it cannot read (%s)", (_name, args) => {
  writeFileSync(
    join(clone, ".env"),
    Buffer.from("PORT=3055\r\nSWITCHBOARD_ADMIN_PASSWORD=Gr\xf6\xdfe-7\r\n", "latin1"),
  );
  const sentence = `${join(realpathSync(clone), ".env")}, line 2: not in UTF-8. Save the file as UTF-8.\n`;
  expect(runIn(args)).toEqual({ status: 1, out: "", err: sentence });
});

test.each([
  ["npm run backup", ["scripts/run.mjs", "scripts/backup.ts", "a.zip"], "DATABASE_URL must be an address such as"],
  ["npm run doctor", ["scripts/run.mjs", "scripts/doctor.ts"], "DATABASE_URL must be an address such as"],
  ["npm start", ["scripts/start.mjs"], "DATABASE_URL must be an address such as"],
])("reads .env in UTF-16 and refuses its address without the password (%s)", (_name, args, sentence) => {
  const text = "\ufeffDATABASE_URL=postgresql://switch:hunter2/b?c@127.0.0.1:5432/x\r\nVOICE_API_KEY=\r\n";
  writeFileSync(join(clone, ".env"), Buffer.from(text, "utf16le"));
  const { out, err } = runIn(args);
  expect(out + err).toContain(sentence);
  expect(out + err).not.toContain("hunter2");
});
