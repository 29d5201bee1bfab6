import { randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import type { ContactEngine, Report, RowsToWrite, Written } from "@/lib/contacts/engine";
import { leftOutWriter, sendLeftOut } from "./keep-left-out";

const written = (content: BlobPart, rows = 3): Written => ({ file: new File([content], "a.csv"), rows, sha256: "" });
const report = { checkId: 4 } as Report;
const kept = { rows: 3, until: "2026-12-27T00:00:00.000Z" };

afterEach(() => vi.unstubAllGlobals());

/** Answers like the server: null until the last part. */
function stubServer() {
  const sent: { part: number; parts: number; bytes: string }[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    const input = JSON.parse(body);
    expect(path).toBe("/api/console/imports/i1/left-out");
    sent.push(input);
    const text = JSON.stringify({ data: input.part === input.parts - 1 ? kept : null });
    const headers = { "x-read-at": "2026-11-27T00:00:00Z", "x-upstream-status": "200" };
    return new Response(text, { headers });
  });
  return sent;
}

test("sends a file in parts that join to its compressed bytes", async () => {
  const sent = stubServer();
  const content = new Uint8Array(randomBytes(1_300_000));
  expect(await sendLeftOut("i1", written(content))).toEqual({ step: "kept", import_id: "i1", ...kept });
  expect(sent.map(({ part, parts }) => [part, parts])).toEqual([
    [0, 3],
    [1, 3],
    [2, 3],
  ]);
  const joined = Buffer.concat(sent.map(({ bytes }) => Buffer.from(bytes, "base64")));
  expect(gunzipSync(joined).equals(content)).toBe(true);
});

test("sends the file as it is when the browser cannot compress", async () => {
  vi.stubGlobal("CompressionStream", undefined);
  const sent = stubServer();
  await sendLeftOut("i1", written("phone;name"));
  expect(sent.map(({ bytes }) => atob(bytes))).toEqual(["phone;name"]);
});

test("sends nothing when no row was left out or the file is too large", async () => {
  const sent = stubServer();
  expect(await sendLeftOut("i1", undefined)).toEqual({ step: "none" });
  expect(await sendLeftOut("i1", written("header", 0))).toEqual({ step: "none" });
  expect(await sendLeftOut("i1", written(new Uint8Array(randomBytes(21 * 1024 * 1024))))).toEqual({
    step: "too_large",
  });
  expect(sent).toEqual([]);
});

test("writes the rows again with those that the platform rejected, unless the engine has ended", async () => {
  const early = written("early");
  const late = written("late");
  const engineWith = (write: (rows: RowsToWrite) => Promise<Written>) =>
    ({ write, rowsOfNumbers: async () => [[7]] }) as unknown as ContactEngine;
  const answer = { rejected: [{ phone_number: "+447911000020", reason: "blocked" }] };
  const alive = engineWith(async ({ rejected }) => (rejected?.get(7) ? late : early));
  expect(await leftOutWriter(alive, report, 2)(answer)).toBe(late);
  expect(await leftOutWriter(alive, report, 2)({})).toBe(early);
  expect(await leftOutWriter(alive, report, 0)({})).toBeUndefined();
  const ended = engineWith(async ({ rejected }) => (rejected ? Promise.reject(new Error("ended")) : early));
  expect(await leftOutWriter(ended, report, 2)(answer)).toBe(early);
});
