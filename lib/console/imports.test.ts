import { beforeAll, expect, test } from "vitest";
import type { Person } from "@/lib/contract/actor";
import { listAudit } from "@/lib/contract/console/audit";
import { beginImport, type ContactImport, finishImport, listImports } from "@/lib/contract/console/imports";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { personWith } from "@/lib/testing/console";
import { freshGateway } from "@/lib/testing/fresh-gateway";
import { compareList, importEntry, numbersFrom } from "@/lib/testing/sent-list";

let gateway: Awaited<ReturnType<typeof freshGateway>>;
beforeAll(async () => {
  gateway = await freshGateway();
});

const ines = personWith("campaign_manager");
const ask = <Op extends Operation>(op: Op, input: InputOf<Op>, person: Person = ines) =>
  gateway.run(op, input, person) as Promise<OutputOf<Op>>;

const sha = (digit: string) => digit.repeat(64);
const sent = (campaign_id: string) => importEntry(campaign_id, "no-list", 2);
let numbers = 0;

/** Compares a list of two new people, and begins its upload. */
async function begin(campaign_id: string, changes: Partial<InputOf<typeof beginImport>> = {}) {
  numbers += 2;
  const { list_id } = await compareList(ask, campaign_id, numbersFrom(numbers, 2));
  return (await ask(beginImport, { ...importEntry(campaign_id, list_id, 2), ...changes })).data;
}
const list = async (campaign_id: string) =>
  (await ask(listImports, { campaign_id })).data.map(({ left_out: _, ...entry }) => entry);

const letters = (count: number) => String.fromCharCode(97 + (count % 26), 97 + Math.floor(count / 26));

const post = (role: "admin" | "campaign_manager" | "support", path: string, body: unknown) =>
  gateway.ask(role, "POST", `/api/console/imports${path}`, { body: JSON.stringify(body) });

test("stores the start of an import and its outcome", async () => {
  const begun = await begin("c-whole");
  const { list_id: _, sends_again: __, ...entry } = sent("c-whole");
  expect(begun).toEqual({
    ...entry,
    id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    outcome: null,
    status: null,
    accepted: null,
    begun_at: expect.any(String),
    finished_at: null,
    by: ines.name,
  });
  const { data } = await ask(finishImport, { import_id: begun.id, outcome: "ok", status: 200, accepted: 2 });
  expect(data).toEqual({ ...begun, outcome: "ok", status: 200, accepted: 2, finished_at: expect.any(String) });
  expect(await list("c-whole")).toEqual([data]);
});

test("lists an unfinished import without an outcome, and a lost one as unknown", async () => {
  const closed = await begin("c-unknown");
  const lost = await begin("c-unknown", { sha256: sha("b") });
  await ask(finishImport, { import_id: lost.id, outcome: "unknown", status: null, accepted: null });
  const importById = new Map((await list("c-unknown")).map((row) => [row.id, row]));
  expect(importById.get(closed.id)).toMatchObject({ outcome: null, finished_at: null });
  expect(importById.get(lost.id)).toMatchObject({ outcome: "unknown", status: null, finished_at: expect.any(String) });
});

test("lists a campaign's imports newest first", async () => {
  const begun: ContactImport[] = [];
  for (const [day, digit] of ["a", "b", "a"].entries()) {
    const row = await begin("c-list", { sha256: sha(digit) });
    const begun_at = `2026-11-0${day + 1}T14:02:00.000Z`;
    await gateway.database.pool.query("update console.contact_import set begun_at = $1 where id = $2", [
      begun_at,
      row.id,
    ]);
    begun.unshift({ ...row, begun_at });
  }
  expect(await list("c-list")).toEqual(begun);
  expect(await list("c-other")).toEqual([]);
});

test("does not list an import of another account when its campaign has the same ID", async () => {
  const { id } = await begin("c-both");
  await gateway.database.pool.query("update console.contact_import set key_print = 'another' where id = $1", [id]);
  expect(await list("c-both")).toEqual([]);
});

test("lists the newest hundred imports in a stable order", async () => {
  for (let left = 101; left > 0; left -= 1) await begin("c-many");
  await gateway.database.pool.query("update console.contact_import set begun_at = now() where campaign_id = 'c-many'");
  const first = await list("c-many");
  expect(first.length).toBe(100);
  expect(await list("c-many")).toEqual(first);
});

test("lets only the person who began an import finish it", async () => {
  const { id } = await begin("c-own");
  const other = { ...ines, id: "someone-else" };
  const ended = { import_id: id, outcome: "ok", status: 200, accepted: null } as const;
  for (const person of [other, personWith("admin")])
    await expect(ask(finishImport, ended, person)).rejects.toMatchObject({ code: "forbidden", outcome: "refused" });
  expect(await list("c-own")).toMatchObject([{ outcome: null }]);
});

test("finishes an import once when two requests finish it at once", async () => {
  const { id } = await begin("c-once");
  const ends = await Promise.allSettled(
    (["ok", "refused"] as const).map((outcome) =>
      ask(finishImport, { import_id: id, outcome, status: 200, accepted: null }),
    ),
  );
  const refusals = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  expect(refusals).toMatchObject([
    { code: "not_possible", outcome: "refused", message: "The outcome of this import is already recorded." },
  ]);
  const [finished] = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value.data] : []));
  expect(await list("c-once")).toEqual([finished]);
});

test("refuses to finish an unknown import", async () => {
  const ended = ask(finishImport, { import_id: "../no such", outcome: "stopped", status: null, accepted: null });
  await expect(ended).rejects.toMatchObject({ code: "not_found", outcome: "refused" });
});

test("refuses imports for the support role", async () => {
  const answers = [
    await gateway.ask("support", "GET", "/api/console/imports?campaign_id=c-support"),
    await post("support", "", sent("c-support")),
    await post("support", "/x/outcome", { outcome: "ok", status: 200, accepted: null }),
  ];
  for (const answer of answers)
    expect(answer.json).toMatchObject({ status: 403, type: "urn:switchboard:problem:forbidden" });
  expect(await list("c-support")).toEqual([]);
});

test.each<[string, object]>([
  ["sha256", { sha256: "abc" }],
  ["sha256", { sha256: sha("A") }],
  ["campaign_id", { campaign_id: "" }],
  ["campaign_id", { campaign_id: "c\0" }],
  ["file_name", { file_name: "x".repeat(256) }],
  ["file_name", { file_name: "\ud800.csv" }],
  ["rows", { rows: -1 }],
  ["bytes", { bytes: 1.5 }],
  ["counts.sent", { counts: { sent: "12" } }],
  ["counts.+4930123456", { counts: { "+4930123456": 1 } }],
  ["rules.phones", { rules: { phones: ["+4930123456"] } }],
  ["rules", { rules: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [letters(index), true])) }],
])("refuses a wrong %s and stores nothing: %j", async (field, wrong) => {
  const { json } = await post("campaign_manager", "", { ...sent("c-wrong"), ...wrong });
  expect(json).toMatchObject({ status: 400, outcome: "refused", detail: expect.stringContaining(`${field}:`) });
  expect(await list("c-wrong")).toEqual([]);
});

test("records the campaign and the import in the audit log, without data of the list", async () => {
  const rules = Object.fromEntries(Array.from("abcdefghijklmnopqrst", (letter) => [letter, "x".repeat(2000)]));
  const lists = (path: string, body: unknown) =>
    gateway.ask("campaign_manager", "POST", `/api/console/lists${path}`, { body: JSON.stringify(body) });
  const { list_id } = (await lists("", { campaign_id: "c-audit" })).json as unknown as { list_id: string };
  await lists(`/${list_id}/numbers`, { rows: [2, 3], numbers: numbersFrom(900, 2) });
  const begun = await post("campaign_manager", "", { ...sent("c-audit"), list_id, rules });
  const { id } = begun.json.data as ContactImport;
  await post("campaign_manager", `/${id}/outcome`, { outcome: "stopped", status: null, accepted: null });
  const { data } = await ask(listAudit, { limit: 4 }, personWith("admin"));
  expect(data).toMatchObject([
    { action: "imports.finish", target: id, outcome: "ok", request: null, detail: null, message: null },
    { action: "imports.begin", target: "c-audit", outcome: "ok", request: null, detail: null, message: null },
    { action: "lists.compare", target: list_id, outcome: "ok", request: null, detail: null, message: null },
    { action: "lists.open", target: "c-audit", outcome: "ok", request: null, detail: null, message: null },
  ]);
  expect(JSON.stringify(data)).not.toMatch(/leads|aaaaaaaa|xxxx|37900000|100090/);
});
