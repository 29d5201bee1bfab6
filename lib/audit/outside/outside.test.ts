import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { saveSetting } from "@/lib/db/console/save-setting";
import { auditTable } from "@/lib/db/console/tables/audit";
import { freshConsole } from "@/lib/testing/console";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { createBundler, scriptRunner } from "@/lib/testing/run-script";
import { testFolder } from "@/lib/testing/test-folder";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { auditKeyOf } from "../audit-chain";
import { begunLine, itself } from "../audit-lines";
import { createAuditTrail } from "../audit-trail";
import { redactSecret } from "../redact-secret";
import { formatLine, parseLine } from "./line-format";
import { verifyLines } from "./verify-lines";

const secret = "a secret of thirty-two characters or more";
const key = auditKeyOf(secret);
const folder = testFolder("lines");
const bundled = createBundler();
const run = scriptRunner();
const pathOf = (name: string) => join(folder, name);
const long = timeoutMs(60_000);

/** A process that records actions, on a log that another one began. Its output is read only by `read`. */
async function writer(url: string, replica: string, count: number) {
  const args = [await bundled("scripts/testing/audit-writer.ts"), url, secret, replica, String(count)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  afterAll(() => child.kill("SIGKILL"));
  const recorded = once(child, "message").then(([message]) => message as { recorded: number; waiting: number });
  return { child, recorded, text: "" };
}

async function kill(child: ChildProcess) {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

function read(one: Awaited<ReturnType<typeof writer>>) {
  one.child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    one.text += text;
  });
}

const idsIn = (text: string) => new Set(text.split("\n").flatMap((line) => parseLine(line)?.id ?? []));
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function startedLog() {
  const database = await freshDatabase();
  await freshConsole({ database, secret });
  const last = async () =>
    Number((await database.pool.query("select last_id from console.audit_head")).rows[0].last_id);
  return { ...database, last };
}

test("records actions while nobody reads the output, and loses no line", { timeout: long }, async () => {
  const { url, last } = await startedLog();
  const one = await writer(url, "a", 600);
  const { recorded, waiting } = await one.recorded;
  expect(recorded).toBe(600);
  expect(waiting).toBeGreaterThan(0);
  const lines = upTo(await last());
  read(one);
  await expect.poll(() => idsIn(one.text).size, { timeout: long }).toBe(lines.length);
  writeFileSync(pathOf("stopped"), one.text);
  expect(await verifyLines([pathOf("stopped")], key)).toMatchObject({ fault: undefined, first: 1, rows: lines.length });
});

test("writes the lines of a killed process by another one", { timeout: long }, async () => {
  const { url, last } = await startedLog();
  const killed = await writer(url, "a", 500);
  await killed.recorded;
  const ended = kill(killed.child);
  // Node drops what nobody reads when a process ends.
  read(killed);
  await ended;
  const one = await writer(url, "b", 1);
  read(one);
  await one.recorded;
  const lines = upTo(await last());
  const all = () => [...new Set([...idsIn(killed.text), ...idsIn(one.text)])].toSorted((a, b) => a - b);
  await expect.poll(all, { timeout: long }).toEqual(lines);
});

test("writes a log from its beginning when it was set back behind the last written line", {
  timeout: long,
}, async () => {
  const { url, db, last } = await startedLog();
  await saveSetting(db, { name: "audit output", value: 1_000, by: "a" });
  const one = await writer(url, "a", 2);
  read(one);
  await one.recorded;
  const lines = upTo(await last());
  await expect.poll(() => [...idsIn(one.text)], { timeout: long }).toEqual(lines);
});

test("verifies the lines of two replicas, and names the gap when lines are removed", { timeout: long }, async () => {
  const { url, last } = await startedLog();
  const both = await Promise.all([writer(url, "a", 40), writer(url, "b", 40)]);
  both.forEach(read);
  await Promise.all(both.map(({ recorded }) => recorded));
  const end = await last();
  const written = () => new Set(both.flatMap(({ text }) => [...idsIn(text)])).size;
  await expect.poll(written, { timeout: long }).toBe(end);
  await Promise.all(both.map(({ child }) => kill(child)));
  expect(both.every(({ text }) => idsIn(text).size > 0)).toBe(true);
  expect(both[0]?.text).toContain('"replica":"a"');

  const files = both.map(({ text }, index) => {
    // As a container runtime writes it.
    writeFileSync(pathOf(`${index}`), text.replaceAll(/^/gm, "2026-11-28T04:00:00Z stdout F "));
    return ["--lines", pathOf(`${index}`)];
  });
  const verify = () => run("audit-verify", files.flat(), { env: { ...process.env, SWITCHBOARD_SECRET: secret } });
  const intact = `The lines are intact: ${end} lines verified, from 1 to ${end}.\n`;
  expect(await verify()).toEqual({ out: intact, err: "", code: 0 });
  const asCheckpoints = ["--checkpoints", pathOf("0")];
  const env = { ...process.env, SWITCHBOARD_SECRET: secret, DATABASE_URL: url };
  expect(await run("audit-verify", asCheckpoints, { env })).toMatchObject({ code: 0 });

  for (const index of [0, 1]) {
    const kept = readFileSync(pathOf(`${index}`), "utf8").split("\n");
    writeFileSync(pathOf(`${index}`), kept.filter((line) => ![50, 51].includes(parseLine(line)?.id ?? 0)).join("\n"));
  }
  const { out, code } = await verify();
  expect({ out, code }).toEqual({
    out: "Line 50 of the audit log is missing.\n49 lines before it are valid.\n",
    code: 1,
  });
});

const row = (id: number, mac: string, text: string) => ({
  ...begunLine("e", "note", { person: itself, requestId: "r", address: null, detail: { text } }),
  ...{ id, mac },
});

test("keeps a line under 12 kB and names the shortened texts when a detail is longer", () => {
  const line = formatLine(row(7, "m", "日本".repeat(4_000)), "a");
  expect(Buffer.byteLength(line)).toBeLessThan(12_000);
  expect(JSON.parse(line)).toMatchObject({ audit_line: 7, mac: "m", replica: "a", cut: ["detail"] });
  expect(parseLine(line)).toMatchObject({ id: 7, isCut: true });
  expect(parseLine(formatLine(row(8, "m", "short"), "a"))).toEqual({
    ...row(8, "m", "short"),
    at: expect.any(Date),
    isCut: false,
  });
});

test("verifies lines and checkpoints whose hashes an earlier version wrote in base64", { timeout: long }, async () => {
  const { url, last } = await startedLog();
  const one = await writer(url, "a", 5);
  read(one);
  await one.recorded;
  const end = await last();
  await expect.poll(() => idsIn(one.text).size, { timeout: long }).toBe(end);
  const earlier = one.text.replace(
    /"mac":"([0-9a-f]{64})"/g,
    (_, hex) => `"mac":"${Buffer.from(hex, "hex").toString("base64url")}"`,
  );
  expect(earlier).not.toBe(one.text);
  writeFileSync(pathOf("hex"), one.text);
  writeFileSync(pathOf("base64"), earlier);
  for (const files of [["hex"], ["base64"], ["hex", "base64"]])
    expect((await verifyLines(files.map(pathOf), key)).fault).toBeUndefined();
});

test("finds an edited line, also when another file has it as it was written", { timeout: long }, async () => {
  const { url, last } = await startedLog();
  const one = await writer(url, "a", 5);
  read(one);
  await one.recorded;
  const end = await last();
  await expect.poll(() => idsIn(one.text).size, { timeout: long }).toBe(end);
  writeFileSync(pathOf("whole"), one.text);
  writeFileSync(pathOf("edited"), one.text.replace('"actorName":"a"', '"actorName":"somebody else"'));
  expect((await verifyLines([pathOf("whole")], key)).fault).toBeUndefined();
  for (const files of [["edited"], ["whole", "edited"], ["edited", "whole"]])
    expect((await verifyLines(files.map(pathOf), key)).fault).toMatchObject({ fault: "edited", id: 3 });
});

test("accepts a line from before and from after a secret was removed from it", async () => {
  const { db, pool, url } = await startedLog();
  const log = pino({ level: "silent" });
  const trail = createAuditTrail(db, { key, log });
  const act = { action: "note", person: itself, requestId: "r", address: null };
  await trail.record({ ...act, outcome: "ok", status: 200, message: "key-to-remove" });
  const lines = async () => {
    const rows = await db.select().from(auditTable).orderBy(auditTable.id);
    return rows.map((line) => `${formatLine(line, "a")}\n`).join("");
  };
  writeFileSync(pathOf("before"), await lines());
  const filter = (text: string) => text.replace("key-to-remove", "[key]");
  await redactSecret({ database: { db, pool, url, close: async () => {} }, key, filter, apply: true, log });
  writeFileSync(pathOf("after"), await lines());
  expect(readFileSync(pathOf("after"), "utf8")).not.toContain("key-to-remove");
  for (const files of [["after"], ["before", "after"]])
    expect(await verifyLines(files.map(pathOf), key)).toMatchObject({ fault: undefined, redacted: 1 });
  await trail.close();
});
