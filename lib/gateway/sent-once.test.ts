import { beforeAll, beforeEach, expect, test } from "vitest";
import { freshGateway, healthy } from "./testing";

let at: Awaited<ReturnType<typeof freshGateway>>;

beforeAll(async () => {
  at = await freshGateway();
});
beforeEach(() => {
  at.platform.answer(healthy);
  at.platform.seen.length = 0;
});

const headers = (requestId: string) => ({ "x-request-id": requestId });
const start = (campaign: string, requestId: string, role: "admin" | "campaign_manager" = "admin") =>
  at.ask(role, "POST", `/api/v1/campaigns/${campaign}/start`, { headers: headers(requestId) });

test("a send that a browser repeats by itself, as after a lost line, leaves once", async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => start("c-1", "one-press-of-start")));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect((await start("c-1", "one-press-of-start")).json).toMatchObject({
    type: "urn:switchboard:problem:sent_once",
    outcome: "unknown",
  });
  expect(at.platform.seen).toHaveLength(1);
  const { json } = await at.ask("admin", "GET", "/api/console/answers?resource=campaigns&target=c-1");
  expect(json.data).toHaveLength(1);
});

test("an upload that is repeated goes to the platform once", async () => {
  const upload = () =>
    at.ask("admin", "POST", "/api/v1/campaigns/c-2/contacts/upload", {
      headers: { ...headers("one-press-of-upload"), "content-type": "multipart/form-data; boundary=b" },
      body: `--b\r\n\r\n${"x".repeat(300_000)}--b--`,
    });
  expect((await upload()).status).toBe(200);
  expect(await upload()).toMatchObject({ status: 409, json: { outcome: "unknown" } });
  expect(at.platform.seen).toHaveLength(1);
});

test("what Switchboard itself keeps is written once, too", async () => {
  const add = () =>
    at.ask("admin", "POST", "/api/console/team", {
      headers: { ...headers("one-press-of-add"), "content-type": "application/json" },
      body: JSON.stringify({ name: "Ann", email: "ann@fernhill.example", role: "support" }),
    });
  expect((await add()).status).toBe(200);
  expect((await add()).json).toMatchObject({ type: "urn:switchboard:problem:sent_once" });
});

test("another press, another person and a read are no repeats", async () => {
  expect((await start("c-3", "press-number-one")).status).toBe(200);
  expect((await start("c-3", "press-number-two")).status).toBe(200);
  expect((await start("c-3", "press-number-one", "campaign_manager")).status).toBe(200);
  const read = () => at.ask("admin", "GET", "/api/v1/campaigns/c-3", { headers: headers("press-number-one") });
  expect([(await read()).status, (await read()).status]).toEqual([200, 200]);
});
