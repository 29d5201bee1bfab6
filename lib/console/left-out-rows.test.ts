import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { readSettings } from "@/lib/collector/polling/settings";
import { removeOld } from "@/lib/collector/retention";
import { beginImport, finishImport, listImports } from "@/lib/contract/console/imports";
import { keepLeftOut, leftOutPartBytes } from "@/lib/contract/console/left-out";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { personWith } from "@/lib/testing/console";
import { freshGateway } from "@/lib/testing/fresh-gateway";
import { compareList, importEntry, numbersFrom, sendList } from "@/lib/testing/sent-list";

let gateway: Awaited<ReturnType<typeof freshGateway>>;
beforeAll(async () => {
  gateway = await freshGateway();
});

const askAs = (name: string) => {
  const person = { ...personWith("campaign_manager"), id: name, name };
  return <Op extends Operation>(op: Op, input: InputOf<Op>) => gateway.run(op, input, person) as Promise<OutputOf<Op>>;
};
const ask = askAs("Ines Duarte");

let numbers = 0;
async function upload(campaign_id: string) {
  numbers += 10;
  return sendList(ask, campaign_id, numbersFrom(numbers, 2), 2);
}

/** Stores a file in parts, as browsers do. */
async function keep(import_id: string, file: Uint8Array, { rows = 3, partBytes = leftOutPartBytes } = {}) {
  const parts = Math.ceil(file.length / partBytes);
  const answers: OutputOf<typeof keepLeftOut>[] = [];
  for (let part = 0; part < parts; part += 1) {
    const bytes = Buffer.from(file.subarray(part * partBytes, (part + 1) * partBytes)).toString("base64");
    answers.push(await ask(keepLeftOut, { import_id, part, parts, rows, bytes }));
  }
  return answers;
}

const download = (role: "admin" | "campaign_manager" | "support", id: string) =>
  gateway.ask(role, "GET", `/api/console/imports/${id}/left-out`);

const text = `phone;name;row;problem\r\nx;Lefèvre;2;The number is missing.\r\n${"y;Zoë;3;Too short.\r\n".repeat(2_000)}`;

test("gives back the stored rows byte for byte, sent compressed or not", async () => {
  const latin = Buffer.from(text, "latin1");
  for (const file of [latin, gzipSync(latin)]) {
    const { id } = await upload("c-kept");
    const answers = await keep(id, file, { rows: 2_001, partBytes: Math.ceil(file.length / 3) });
    expect(answers.slice(0, -1).every(({ data }) => data === null)).toBe(true);
    expect(answers.at(-1)?.data).toEqual({ rows: 2_001, until: expect.any(String) });
    const response = await fetch(`${gateway.origin}/api/console/imports/${id}/left-out`, {
      headers: { cookie: gateway.cookies.campaign_manager ?? "", "sec-fetch-site": "same-origin" },
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(latin)).toBe(true);
    expect(response.headers.get("content-disposition")).toMatch(/"left-out_\S+_spring-leads_by-\S+_made-\S+Z\.csv"/);
  }
});

test("lists the rows of an upload with their last day once all parts are stored", async () => {
  const { id } = await upload("c-list");
  const entry = async () => (await ask(listImports, { campaign_id: "c-list" })).data[0]?.left_out;
  expect(await entry()).toBeNull();
  await ask(keepLeftOut, { import_id: id, part: 0, parts: 2, rows: 3, bytes: "YQ==" });
  expect(await entry()).toBeNull();
  expect((await download("admin", id)).status).toBe(404);
  await ask(keepLeftOut, { import_id: id, part: 1, parts: 2, rows: 3, bytes: "Yg==" });
  expect(await entry()).toEqual({ rows: 3, until: expect.any(String) });
  expect((await download("admin", id)).text).toBe("ab");
});

test("replaces the stored file when it is sent again", async () => {
  const { id } = await upload("c-again");
  await keep(id, Buffer.from("first file"), { partBytes: 4 });
  await keep(id, Buffer.from("second"), { rows: 1 });
  expect((await download("admin", id)).text).toBe("second");
});

test("refuses support staff, and files of somebody else's or a refused upload", async () => {
  const { id } = await upload("c-roles");
  const part = { part: 0, parts: 1, rows: 1, bytes: "YQ==" };
  await expect(askAs("Jonas Weil")(keepLeftOut, { import_id: id, ...part })).rejects.toThrow("uploaded no list");
  await keep(id, Buffer.from("a"));
  expect((await download("support", id)).status).toBe(403);
  const { list_id } = await compareList(ask, "c-refused", numbersFrom(90_000, 1));
  const { data } = await ask(beginImport, importEntry("c-refused", list_id, 1));
  await ask(finishImport, { import_id: data.id, outcome: "refused", status: 422, accepted: null });
  await expect(ask(keepLeftOut, { import_id: data.id, ...part })).rejects.toThrow("uploaded no list");
});

test("refuses a file that is larger than allowed, and one of another account", async () => {
  const { id } = await upload("c-large");
  const post = (body: object) =>
    gateway.ask("campaign_manager", "POST", `/api/console/imports/${id}/left-out`, { body: JSON.stringify(body) });
  expect((await post({ part: 0, parts: 41, rows: 1, bytes: "YQ==" })).status).toBe(400);
  expect((await post({ part: 0, parts: 1, rows: 1, bytes: "Y".repeat(leftOutPartBytes * 2) })).status).toBe(413);
  await keep(id, Buffer.from("a"));
  await gateway.database.pool.query("update console.contact_import set key_print = 'another' where id = $1", [id]);
  expect((await download("admin", id)).status).toBe(404);
});

test("stores the rows encrypted and bound to their place, and records each download", async () => {
  const { pool } = gateway.database;
  const [one, other] = [await upload("c-sealed"), await upload("c-sealed")];
  await keep(one.id, Buffer.from("phone;Lefevre"));
  await keep(other.id, Buffer.from("phone;Brandt"));
  const { rows } = await pool.query("select sealed from console.left_out_rows where import_id = $1", [one.id]);
  expect(rows[0].sealed.includes("Lefevre")).toBe(false);
  expect((await download("campaign_manager", one.id)).text).toBe("phone;Lefevre");
  const audit = await pool.query("select t::text as line from console.audit_event as t where action = $1", [
    "imports.left_out",
  ]);
  expect(audit.rows.some(({ line }) => line.includes(one.id))).toBe(true);
  const all = await pool.query("select t::text as line from console.audit_event as t");
  expect(all.rows.map(({ line }) => line).join()).not.toMatch(/Lefevre|cGhvbmU7/);
  await pool.query(
    "update console.left_out_rows set sealed = (select sealed from console.left_out_rows where import_id = $2) where import_id = $1",
    [one.id, other.id],
  );
  const reply = await download("admin", one.id);
  expect([reply.status, reply.text]).toEqual([404, expect.stringContaining("another secret")]);
});

test("deletes the rows after their days", async () => {
  const { id } = await upload("c-old");
  await keep(id, Buffer.from("a"));
  const { db } = gateway.database;
  const { days } = await readSettings(db);
  const later = (count: number) => new Date(Date.now() + count * 86_400_000);
  expect(days.left_out.days).toBe(30);
  await removeOld(db, days, later(29));
  expect((await download("admin", id)).text).toBe("a");
  await removeOld(db, days, later(31));
  expect((await download("admin", id)).status).toBe(404);
});
