import { request } from "node:http";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { apiOperations } from "@/lib/contract/api";
import { listAudit } from "@/lib/contract/console/audit";
import { pathOf } from "@/lib/contract/match";
import { placeholdersOf, roles } from "@/lib/contract/operation";
import { personWith } from "@/lib/testing/console";
import { contactCsv, contactForm } from "@/lib/testing/contact-form";
import { freshGateway, healthy, shortAnswerMs, testKey } from "@/lib/testing/fresh-gateway";

let fixture: Awaited<ReturnType<typeof freshGateway>>;

beforeAll(async () => {
  fixture = await freshGateway({ answerMs: shortAnswerMs });
});
beforeEach(() => {
  fixture.platform.seen.length = 0;
  fixture.platform.suffer(undefined);
  fixture.platform.answer(healthy);
});

const audit = async () => {
  const answer = (await fixture.run(listAudit, { limit: 5 }, personWith("admin"))) as {
    data: Record<string, unknown>[];
  };
  return answer.data;
};

describe.each(roles)("%s", (role) => {
  test.each(apiOperations.map((op) => [op.id, op] as const))(
    "sends %s only if the role is allowed",
    async (_id, op) => {
      const input = Object.fromEntries(placeholdersOf(op).map((name) => [name, "x1"]));
      const form = op.body === "file" ? contactForm(contactCsv(1)) : {};
      const answer = await fixture.ask(role, op.method, `/api${pathOf(op, input)}`, form);
      // A manager may end only calls of campaigns, and this one names none: see calls-of-campaigns.test.
      if (op.allow.includes(role) && !op.onlyInCampaigns?.includes(role))
        expect(fixture.platform.seen.filter(({ method }) => method === op.method)).toHaveLength(1);
      else {
        expect(fixture.platform.seen.filter(({ method }) => method === op.method)).toHaveLength(0);
        expect(answer.status).toBe(403);
        expect(answer.json).toMatchObject({ type: "urn:switchboard:problem:forbidden", status: 403 });
      }
    },
  );
});

test("answers 401 to every operation without a session", async () => {
  for (const op of apiOperations) {
    const input = Object.fromEntries(placeholdersOf(op).map((name) => [name, "x1"]));
    expect(await fixture.ask(undefined, op.method, `/api${pathOf(op, input)}`)).toMatchObject({ status: 401 });
  }
  expect(fixture.platform.seen).toHaveLength(0);
});

test.each([
  ["v1/phone-numbers?page=1.5", "page: Enter a whole number of at least 1."],
  ["v1/phone-numbers?limit=x", "limit: Enter a whole number of at least 1."],
  ["v1/integrations/server-credentials?limit=0", "limit: Enter a whole number of at least 1."],
  ["console/audit?limit=501", "limit: Enter a whole number from 1 to 500."],
  ["console/audit?from=yesterday", "from: Enter a time such as 2026-11-23T09:00:00Z."],
  ["console/deliveries?attempts=many", "attempts: It is not in the expected form."],
])("refuses %s with a readable message, without sending it", async (path, detail) => {
  expect(await fixture.read("admin", `/api/${path}`)).toMatchObject({ status: 400, json: { detail } });
  expect(fixture.platform.seen).toHaveLength(0);
});

test.each([
  [{ action: "cancel" }, "action: Enter start or pause or resume."],
  [{ action: "start", zone: "UTC" }, "local: It is missing."],
  [{ action: "start", local: 5, zone: "UTC" }, "local: It has the wrong type."],
])("refuses a plan of %j with a readable message", async (plan, detail) => {
  const body = JSON.stringify({ campaign_id: "c1", ...plan });
  const headers = { "content-type": "application/json" };
  const answer = await fixture.ask("admin", "POST", "/api/console/automation/planned", { body, headers });
  expect(answer).toMatchObject({ status: 400, json: { detail } });
});

test("never lets a support user start a campaign, whatever the path, method and headers", async () => {
  const paths = [
    "/api/v1/campaigns/c1/start",
    "/api/v1/campaigns/c1/%73tart",
    "/api/v1/campaigns/x/..%2fc1/start",
    "/api//v1/campaigns/c1/start",
  ];
  for (const path of paths)
    for (const headers of [
      {},
      { "x-http-method-override": "POST" },
      { "x-original-url": "/api/v1/webhooks" },
      { origin: fixture.origin },
    ])
      for (const method of ["POST", "GET", "PUT"]) {
        const { status } = await fixture.ask("support", method, path, { headers });
        expect([403, 404]).toContain(status);
      }
  expect(fixture.platform.seen.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("records a write before it is sent and again when it is answered", async () => {
  const before: unknown[] = [];
  fixture.platform.answer(async (request, response) => {
    before.push(...(await audit()).slice(0, 1));
    healthy(request, response);
  });
  await fixture.ask("campaign_manager", "POST", "/api/v1/campaigns/c7/pause");
  expect(before).toMatchObject([{ action: "campaigns.pause", target: "c7", finished_at: null, outcome: "unknown" }]);
  expect(await audit()).toMatchObject([
    {
      action: "campaigns.pause",
      target: "c7",
      outcome: "ok",
      status: 200,
      message: "Campaign started",
      actor_email: "campaign_manager@fernhill.example",
    },
    ...Array(4).fill({}),
  ]);
});

test("records refused and unknown outcomes as such", async () => {
  fixture.platform.suffer("400");
  expect(await fixture.ask("admin", "POST", "/api/v1/campaigns/c8/cancel")).toMatchObject({
    status: 400,
    json: { outcome: "refused", detail: "Campaign must be paused" },
  });
  expect((await audit())[0]).toMatchObject({ action: "campaigns.cancel", outcome: "refused", status: 400 });
  fixture.platform.suffer("hang-before");
  expect(await fixture.ask("admin", "POST", "/api/v1/campaigns/c8/pause")).toMatchObject({
    status: 504,
    json: { outcome: "unknown" },
  });
  expect((await audit())[0]).toMatchObject({ action: "campaigns.pause", outcome: "unknown", status: null });
  expect(fixture.platform.seen).toHaveLength(2);
});

test("reports a send as ok when its answer holds a very long list", async () => {
  const rows = Array.from({ length: 130_000 }, () => 0);
  fixture.platform.answer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ success: true, data: rows }));
  });
  expect(await fixture.ask("admin", "POST", "/api/v1/campaigns/c-long/pause")).toMatchObject({ status: 200 });
  expect((await audit())[0]).toMatchObject({ action: "campaigns.pause", target: "c-long", outcome: "ok", status: 200 });
});

test("records a refused team member by email address, with our own status", async () => {
  const again = { name: "Mara", email: "mara@fernhill.example", role: "support" };
  const body = JSON.stringify(again);
  const headers = { "content-type": "application/json" };
  await fixture.ask("admin", "POST", "/api/console/team", { headers, body });
  const answer = await fixture.ask("admin", "POST", "/api/console/team", { headers, body });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect((await audit())[0]).toMatchObject({
    action: "team.add",
    target: again.email,
    outcome: "refused",
    status: answer.status,
  });
});

test("refuses a send from another site or without our header", async () => {
  const foreign = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { "x-switchboard": "" },
  ];
  for (const headers of foreign)
    expect(await fixture.ask("admin", "POST", "/api/v1/campaigns/c1/start", { headers })).toMatchObject({
      status: 403,
    });
  expect(fixture.platform.seen).toHaveLength(0);
});

test("keeps the session when the platform refuses our key", async () => {
  fixture.platform.suffer("401");
  const answer = await fixture.ask("admin", "GET", "/api/v1/webhooks");
  expect(answer).toMatchObject({ status: 502, json: { type: "urn:switchboard:problem:upstream-auth" } });
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test("reports a 403 as forbidden, not as a refused key, and records the platform's message", async () => {
  fixture.platform.suffer("403");
  const answer = await fixture.ask("admin", "POST", "/api/v1/campaigns/c1/start");
  expect(answer.json).toMatchObject({
    type: "urn:switchboard:problem:upstream-forbidden",
    detail: "The platform does not allow this: Forbidden",
  });
  expect(answer.json.outcome).toBe("refused");
  expect((await audit())[0]).toMatchObject({ outcome: "refused", message: answer.json.detail });
});

test("passes the browser's request ID to the platform and back, and replaces a malformed one", async () => {
  const answer = await fixture.ask("admin", "GET", "/api/v1/webhooks", {
    headers: { "x-request-id": "browser-made-1" },
  });
  expect(fixture.platform.seen[0]?.headers["x-request-id"]).toBe("browser-made-1");
  expect(answer.headers.get("x-request-id")).toBe("browser-made-1");
  const odd = await fixture.ask("admin", "GET", "/api/v1/webhooks", { headers: { "x-request-id": "a b;c" } });
  expect(odd.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  const reserved = { headers: { "x-request-id": "automatic.8d1c1a5e-0000-4000-8000-000000000000" } };
  const forged = await fixture.ask("admin", "GET", "/api/v1/webhooks", reserved);
  expect(forged.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("sends no browser header or cookie to the platform", async () => {
  await fixture.ask("admin", "POST", "/api/v1/campaigns/c1/start", {
    headers: { "x-evil": "1", "accept-language": "de" },
  });
  const sent = JSON.stringify(fixture.platform.seen[0]?.headers);
  expect(sent).not.toMatch(/cookie|evil|accept-language|x-switchboard/i);
  expect(fixture.platform.seen[0]?.headers.authorization).toBe(`Bearer ${testKey}`);
});

test("drops undeclared query parameters and refuses invalid ones", async () => {
  await fixture.ask("admin", "GET", "/api/v1/phone-numbers?page=2&limit=5&admin=true");
  expect(fixture.platform.seen[0]?.url).toBe("/v1/phone-numbers?page=2&limit=5");
  expect(await fixture.ask("admin", "GET", "/api/v1/phone-numbers?page=minus")).toMatchObject({ status: 400 });
});

test("refuses an overlong ID as invalid input", async () => {
  const answer = await fixture.ask("admin", "POST", `/api/v1/campaigns/${"x".repeat(501)}/pause`);
  expect(answer).toMatchObject({
    status: 400,
    json: { outcome: "refused", detail: "campaign_id: This ID is too long." },
  });
  expect(fixture.platform.seen).toHaveLength(0);
});

test("does not send a write that cannot be recorded", async () => {
  await fixture.database.pool.query("alter table console.audit_event rename to audit_event_away");
  const answer = await fixture.ask("admin", "POST", "/api/v1/campaigns/c1/start");
  await fixture.database.pool.query("alter table console.audit_event_away rename to audit_event");
  expect(answer).toMatchObject({
    status: 503,
    json: { type: "urn:switchboard:problem:not_recorded", outcome: "refused" },
  });
  expect(fixture.platform.seen).toHaveLength(0);
});

test("records that nothing was sent when the browser cuts an upload", async () => {
  const sending = request(`${fixture.origin}/api/v1/campaigns/c9/contacts/upload`, {
    method: "POST",
    headers: {
      cookie: fixture.cookies.admin,
      "sec-fetch-site": "same-origin",
      "x-switchboard": "1",
      "content-type": "multipart/form-data; boundary=b",
      "content-length": 200_000,
      "x-file-name": "list.csv",
    },
  });
  sending.on("error", () => undefined);
  sending.write(`--b\r\ncontent-disposition: form-data; name="file"\r\n\r\n${"x".repeat(100_000)}`);
  await expect.poll(async () => (await audit())[0]?.action).toBe("campaigns.upload_contacts");
  sending.destroy();
  await expect
    .poll(async () => (await audit())[0])
    .toMatchObject({
      action: "campaigns.upload_contacts",
      outcome: "refused",
      detail: { file: "list.csv" },
    });
  expect(fixture.platform.seen).toHaveLength(0);
});
