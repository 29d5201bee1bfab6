import { beforeAll, expect, test } from "vitest";
import { storeLog } from "@/lib/collector/webhook-log/store-log";
import { freshGateway } from "@/lib/testing/fresh-gateway";

let fixture: Awaited<ReturnType<typeof freshGateway>>;

/** A reserved number, so that it stands nowhere else. */
const canary = "14155550177";
const forms = /4155550177|555-0177|555 0177/;

const call = {
  id: "c1",
  status: "completed",
  to_number: `+${canary}`,
  from_number: "+442079460018",
  metadata: { phone: Number(canary), note: "Ring (415) 555-0177 or 415-555-0177" },
};

const answers = (body: unknown, status = 200) =>
  fixture.platform.answer((_request, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });

const send = (role: "admin" | "support", path: string, body: unknown) =>
  fixture.ask(role, "POST", `/api/console/${path}`, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const readCall = (role: "admin" | "campaign_manager" | "support") => fixture.read(role, "/api/v1/calls/c1");

beforeAll(async () => {
  fixture = await freshGateway();
  const entry = {
    id: "a",
    webhook_id: "w1",
    status: "delivered",
    delivered_at: "2026-11-20T08:00:00Z",
    payload: { to: `+${canary}` },
  };
  await storeLog(fixture.database.db, {
    accountId: "",
    answer: new TextEncoder().encode(JSON.stringify({ raw: [entry] })),
    at: new Date(Date.UTC(2026, 10, 20, 14)),
    before: undefined,
  });
  answers({ success: true, data: call });
  expect((await readCall("support")).text).toMatch(forms);
  expect((await send("admin", "masking", { is_on: true })).json).toEqual({
    message: "Support staff and viewers no longer see phone numbers.",
  });
});

test("masks a number in every answer to support, and in none to admins and managers", async () => {
  answers({ success: true, data: call });
  const support = await readCall("support");
  expect(support.text).not.toMatch(forms);
  expect(support.json.raw.data).toMatchObject({
    id: "c1",
    to_number: "+1415•••0177",
    metadata: { phone: "1415•••0177", note: "Ring 415•••0177 or 415•••0177" },
  });
  for (const role of ["admin", "campaign_manager"] as const) expect((await readCall(role)).text).toContain(canary);
});

test("masks a number in a large answer, a refusal, a log export and records of other calls", async () => {
  answers({ success: true, data: { ...call, text: "x".repeat(400_000) } });
  const large = await readCall("support");
  expect(large.text.length).toBeGreaterThan(400_000);
  expect(large.text).not.toMatch(forms);
  answers({ success: false, message: `+${canary} is not on this plan` }, 422);
  const refused = await readCall("support");
  expect(refused.json.message ?? refused.json.detail).toContain("+1415•••0177 is not on this plan");
  expect(refused.text).not.toMatch(forms);
  for (const path of [
    "delivery-export?format=csv",
    "delivery-export?format=jsonl",
    "deliveries",
    "records/calls",
    "found-calls",
    "audit?limit=50",
    `related?value=${canary}`,
  ]) {
    const answer = await fixture.read("support", `/api/console/${path}`);
    expect(answer.text, path).not.toMatch(forms);
  }
  expect((await fixture.read("support", "/api/console/delivery-export?format=jsonl")).text).toContain("+1415•••0177");
});

test("masks a number for a token of support, which cannot give a reason to see it", async () => {
  const input = { name: "desk", role: "support", scope: "send", days: 1 };
  const { token } = (await send("admin", "tokens", input)).json;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  answers({ success: true, data: call });
  const answer = await (await fetch(`${fixture.origin}/api/v1/calls/c1`, { headers })).text();
  expect(answer).not.toMatch(forms);
  expect(answer).toContain("+1415•••0177");
  const show = { method: "POST", headers, body: JSON.stringify({ reason: "A complaint" }) };
  expect((await fetch(`${fixture.origin}/api/console/masking/show`, show)).status).toBe(403);
});

test("never logs the number", () => expect(fixture.logged.join("\n")).not.toMatch(forms));

test("refuses an input with a masked number, because it would find nobody", async () => {
  const answer = await fixture.ask("support", "POST", "/api/console/do-not-call/list", {
    body: JSON.stringify({ number: "+1415•••0177" }),
  });
  expect(answer).toMatchObject({ status: 400, json: { detail: /hidden/ } });
});

test("shows numbers to one session for 15 minutes with a reason that the audit log keeps", async () => {
  answers({ success: true, data: call });
  expect((await send("support", "masking/show", { reason: " " })).json).toMatchObject({ detail: /reason/ });
  const shown = await send("support", "masking/show", { reason: "Customer asks for a call back" });
  const until = Date.parse(shown.json.numbers_shown_until) - Date.now();
  expect(until).toBeGreaterThan(14 * 60_000);
  expect((await readCall("support")).text).toContain(canary);
  const { data } = (await fixture.read("admin", "/api/console/audit?action=masking.show&limit=1")).json;
  expect(JSON.stringify(data[0])).toContain("Customer asks for a call back");
  await fixture.database.pool.query("update console.session set numbers_shown_until = now() - interval '1 second'");
  expect((await readCall("support")).text).not.toMatch(forms);
  expect((await fixture.read("support", "/api/console/me")).json).toMatchObject({ hides_numbers: true });
});
