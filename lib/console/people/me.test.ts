import { beforeAll, expect, test } from "vitest";
import { freshGateway } from "@/lib/testing/fresh-gateway";

let gateway: Awaited<ReturnType<typeof freshGateway>>;
beforeAll(async () => {
  gateway = await freshGateway();
});

const times = <Value>(count: number, make: (n: number) => Value) => Array.from({ length: count }, (_, n) => make(n));
const choose = (choices: object) =>
  gateway.ask("admin", "POST", "/api/console/me/preferences", { body: JSON.stringify(choices) });
const stored = async () => (await gateway.ask("admin", "GET", "/api/console/me")).json.preferences;

test.each([
  ["rules at once", { alerts: Object.fromEntries(times(61, (n) => [`r${n}`, {}])) }, "Too many alert rules."],
  ["letters in a rule", { alerts: { ["x".repeat(41)]: {} } }, "It is not in the expected form."],
])("refuses too many %s with a reason", async (_name, choices, words) => {
  const { json } = await choose(choices);
  expect(json).toMatchObject({ status: 400, outcome: "refused", detail: expect.stringContaining(words) });
});

test("ignores stored choices beyond the limits", async () => {
  const views = times(5000, (n) => ({ page: "/calls", name: `${n}`, search: "" }));
  await gateway.database.pool.query('update console."user" set preferences = $1', [JSON.stringify({ views })]);
  expect((await stored()).views).toEqual([]);
});

test("ignores choices of earlier versions, and keeps what is stored beside them", async () => {
  const columns = { calls: { hidden: ["id"], order: [], compact: true } };
  const preferences = JSON.stringify({ theme: "dark", density: "compact", columns });
  await gateway.database.pool.query('update console."user" set preferences = $1', [preferences]);
  expect(await stored()).toMatchObject({ theme: "dark" });
  expect(await stored()).not.toHaveProperty("columns");
  await choose({ zone: "utc" });
  expect(await stored()).toMatchObject({ theme: "dark", zone: "utc" });
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
