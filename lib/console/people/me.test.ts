import { beforeAll, expect, test } from "vitest";
import { freshGateway } from "@/lib/testing/fresh-gateway";

let gateway: Awaited<ReturnType<typeof freshGateway>>;
beforeAll(async () => {
  gateway = await freshGateway();
});

const choose = (columns: object) =>
  gateway.ask("admin", "POST", "/api/console/me/preferences", { body: JSON.stringify({ columns }) });
const stored = async () => (await gateway.ask("admin", "GET", "/api/console/me")).json.preferences.columns;

const times = <Value>(count: number, make: (n: number) => Value) => Array.from({ length: count }, (_, n) => make(n));
const tables = (from: number, count: number) =>
  Object.fromEntries(times(count, (n) => [`table-${from + n}`, { hidden: [], order: [`column-${n}`] }]));

test("stores choices for 30 tables and refuses more with a reason", async () => {
  expect((await choose(tables(0, 15))).status).toBe(200);
  expect((await choose(tables(15, 15))).status).toBe(200);
  expect((await choose({ "table-7": { hidden: ["a"], order: ["a"] } })).status).toBe(200);
  const before = await stored();
  expect(Object.keys(before)).toHaveLength(30);
  expect((await choose(tables(30, 1))).json).toMatchObject({
    status: 400,
    outcome: "refused",
    detail: "Choices can be saved for at most 30 tables.",
  });
  expect(await stored()).toEqual(before);
});

test.each([
  ["tables at once", tables(100, 31), "columns: Choices can be saved for at most 30 tables."],
  [
    "columns in a table",
    { calls: { hidden: [], order: times(41, String) } },
    "columns.calls.order: At most 40 columns of a table can be saved.",
  ],
  [
    "letters in a column",
    { calls: { hidden: ["x".repeat(41)], order: [] } },
    "columns.calls.hidden.0: Enter no more than 40 characters.",
  ],
  ["letters in a table", { ["x".repeat(41)]: { hidden: [], order: [] } }, "A table has a short name"],
])("refuses too many %s with a reason", async (_name, columns, words) => {
  const { json } = await choose(columns);
  expect(json).toMatchObject({ status: 400, outcome: "refused", detail: expect.stringContaining(words) });
});

test("ignores stored choices beyond the limits", async () => {
  const columns = tables(0, 5000);
  await gateway.database.pool.query('update console."user" set preferences = $1', [JSON.stringify({ columns })]);
  expect(await stored()).toEqual({});
  expect((await choose(tables(0, 1))).status).toBe(200);
  expect(Object.keys(await stored())).toEqual(["table-0"]);
});

test("merges saved views of several devices, up to 30", async () => {
  const view = (name: string, search: string | null) => ({ page: "/webhooks", name, search });
  const chosen = async (...views: object[]) =>
    (await gateway.ask("admin", "POST", "/api/console/me/preferences", { body: JSON.stringify({ views }) })).json;
  await Promise.all([chosen(view("Failed", "status=failed")), chosen(view("Retried", "attempts=2.."))]);
  await chosen(view("Failed", "status=failed&time=7d"), { ...view("Retried", null), page: "/audit" });
  expect((await chosen(view("Today", "time=24h"))).preferences.views).toEqual([
    view("Retried", "attempts=2.."),
    view("Failed", "status=failed&time=7d"),
    view("Today", "time=24h"),
  ]);
  expect((await chosen(view("Retried", null))).preferences.views).toHaveLength(2);
  await chosen(...times(28, (n) => view(`${n}`, "")));
  expect(await chosen(view("One more", ""))).toMatchObject({ status: 400, detail: "You can save up to 30 views." });
});
