import { beforeAll, expect, test } from "vitest";
import { listMeanings } from "@/lib/contract/console/meanings";
import { personWith } from "@/lib/testing/console";
import { freshGateway } from "@/lib/testing/fresh-gateway";

let gateway: Awaited<ReturnType<typeof freshGateway>>;
beforeAll(async () => {
  gateway = await freshGateway();
});

test.each([
  "answers?target=%00",
  "answers?resource=%00",
  "audit?text=%00",
  "audit?action=%00",
  "audit?after=%00",
  "saved?resource=%00",
  "imports?campaign_id=%00",
])("refuses a query that PostgreSQL cannot compare: %s", async (path) => {
  expect(await gateway.read("admin", `/api/console/${path}`)).toMatchObject({ status: 400 });
});

const meaning = { resource: "calls", field: "status", word: "ringing", tone: "wait" };

test.each<[string, object]>([
  ["saved/calls/k1", { label: "Front\0desk" }],
  ["saved/calls/k1", { label: "Front\ud800desk" }],
  ["meanings", { ...meaning, word: "ringing\0" }],
  ["meanings", { ...meaning, resource: "calls\0" }],
  ["meanings", { ...meaning, field: "status\0" }],
  ["alert-settings/recipients", { kind: "slack", address: "https://hooks.example.com/\0" }],
  ["team", { name: "Mara\0", email: "mara.o@fernhill.example", role: "support" }],
  ["me/preferences", { views: [{ page: "calls\0", name: "mine", search: "" }] }],
  ["me/preferences", { views: [{ page: "calls", name: "id\ud800", search: "" }] }],
])("refuses a text that PostgreSQL cannot store: %s %j", async (path, body) => {
  const answer = await gateway.ask("admin", "POST", `/api/console/${path}`, { body: JSON.stringify(body) });
  expect(answer.json).toMatchObject({ status: 400, outcome: "refused", detail: expect.any(String) });
});

test("accepts words in other alphabets and beyond the basic multilingual plane", async () => {
  for (const word of ["звонок", "📞"])
    expect(
      await gateway.ask("admin", "POST", "/api/console/meanings", { body: JSON.stringify({ ...meaning, word }) }),
    ).toMatchObject({ status: 200 });
  const { data } = (await gateway.run(listMeanings, {}, personWith("admin"))) as { data: { word: string }[] };
  expect(data.map(({ word }) => word)).toEqual(expect.arrayContaining(["звонок", "📞"]));
});

test.each<[string, object]>([
  ["sign-in/email", { email: "mara\0@fernhill.example", password: "x" }],
  ["setup", { token: "\0", name: "\0", email: "mara@fernhill.example", password: "x" }],
])("refuses NUL in requests without a session: %s", async (path, body) => {
  expect((await gateway.post(`/api/auth/${path}`, body)).status).toBeLessThan(500);
});
