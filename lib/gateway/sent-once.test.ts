import { pino } from "pino";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createAuditTrail } from "@/lib/audit/audit-trail";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { personWith } from "@/lib/testing/console";
import { contactCsv, contactForm } from "@/lib/testing/contact-form";
import { freshGateway, healthy, shortAnswerMs } from "@/lib/testing/fresh-gateway";

let fixture: Awaited<ReturnType<typeof freshGateway>>;

beforeAll(async () => {
  fixture = await freshGateway({ answerMs: shortAnswerMs });
});
beforeEach(() => {
  fixture.platform.answer(healthy);
  fixture.platform.seen.length = 0;
});

const headers = (requestId: string) => ({ "x-request-id": requestId });
const pause = (campaign: string, requestId: string, role: "admin" | "campaign_manager" = "admin") =>
  fixture.ask(role, "POST", `/api/v1/campaigns/${campaign}/pause`, { headers: headers(requestId) });

test("sends a request once when the browser repeats it with the same ID", async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => pause("c-1", "one-press-of-pause")));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  for (const { status, json } of answers)
    if (status !== 200) expect(json).toMatchObject({ type: "urn:switchboard:problem:sent_once", outcome: "unknown" });
  expect(fixture.platform.seen).toHaveLength(1);
  const { json } = await fixture.ask("admin", "GET", "/api/console/answers?resource=campaigns&target=c-1");
  expect(json.data).toHaveLength(1);
});

test("sends a repeated upload once", async () => {
  const upload = () =>
    fixture.ask(
      "admin",
      "POST",
      "/api/v1/campaigns/c-2/contacts/upload",
      contactForm(contactCsv(3_000), headers("one-press-of-upload")),
    );
  expect((await upload()).status).toBe(200);
  expect((await upload()).json).toMatchObject({ type: "urn:switchboard:problem:sent_once" });
  expect(fixture.platform.seen).toHaveLength(1);
});

test("runs a repeated console write once", async () => {
  const add = () =>
    fixture.ask("admin", "POST", "/api/console/team", {
      headers: { ...headers("one-press-of-add"), "content-type": "application/json" },
      body: JSON.stringify({ name: "Ann", email: "ann@fernhill.example", role: "support" }),
    });
  expect((await add()).status).toBe(200);
  expect((await add()).json).toMatchObject({ type: "urn:switchboard:problem:sent_once" });
});

test("does not treat another request ID, another person or a read as a repeat", async () => {
  expect((await pause("c-3", "press-number-one")).status).toBe(200);
  expect((await pause("c-3", "press-number-two")).status).toBe(200);
  expect((await pause("c-3", "press-number-one", "campaign_manager")).status).toBe(200);
  const read = () => fixture.ask("admin", "GET", "/api/v1/campaigns/c-3", { headers: headers("press-number-one") });
  expect([(await read()).status, (await read()).status]).toEqual([200, 200]);
});

test("refuses another campaign with the same request ID", async () => {
  expect((await pause("c-8", "one-id-for-two")).status).toBe(200);
  const other = await pause("c-9", "one-id-for-two");
  expect(other).toMatchObject({ status: 409, json: { outcome: "refused" } });
  expect(fixture.platform.seen).toHaveLength(1);
});

test("answers a repeat with the stored answer, without sending it", async () => {
  const first = await pause("c-4", "one-press-answered");
  const again = await pause("c-4", "one-press-answered");
  expect(again.status).toBe(200);
  expect(again.json.raw).toEqual(first.json.raw);
  expect(fixture.platform.seen).toHaveLength(1);
  fixture.platform.answer((_request, response) => {
    response.writeHead(400, { "content-type": "application/json" });
    response.end('{"message":"It has begun already."}');
  });
  const refused = await pause("c-5", "one-press-refused");
  expect(refused).toMatchObject({ status: 400, json: { outcome: "refused" } });
  expect((await pause("c-5", "one-press-refused")).json).toMatchObject({
    type: "urn:switchboard:problem:sent_once",
    outcome: "refused",
    detail: "This was sent once. The platform answered 400: It has begun already.",
  });
  expect(fixture.platform.seen).toHaveLength(2);
});

test("refuses the same action while it is in progress, from any person and tab", async () => {
  let finishFirst = () => {};
  const finished = new Promise<void>((resolve) => {
    finishFirst = resolve;
  });
  fixture.platform.answer((request, response) => void finished.then(() => healthy(request, response)));
  const first = pause("c-6", "tab-one-presses");
  await expect.poll(() => fixture.platform.seen.length).toBe(1);
  const others = [pause("c-6", "tab-two-presses"), pause("c-6", "somebody-else-does", "campaign_manager")];
  for (const other of await Promise.all(others))
    expect(other).toMatchObject({
      status: 409,
      json: { type: "urn:switchboard:problem:in_progress", outcome: "refused" },
    });
  finishFirst();
  expect((await first).status).toBe(200);
  fixture.platform.answer(healthy);
  expect((await pause("c-6", "a-later-press")).status).toBe(200);
  expect(fixture.platform.seen).toHaveLength(2);
});

test("sends a rule's repeated request once", async () => {
  const automatic = { actor: { name: "Pause outside calling hours", email: "" }, detail: { automatic: true } };
  const rail = { id: "automation", name: "Switchboard", email: "", role: "admin", sessionId: "" } as const;
  const caller = { person: rail, requestId: "one-pause-of-a-rail", address: null, automatic };
  const send = () => fixture.gateway.call(pauseCampaign, { campaign_id: "c-7" }, caller);
  await send();
  await send().catch(() => undefined);
  expect(fixture.platform.seen).toHaveLength(1);
});

test("treats a send as in progress until the longest possible answer time is over", async () => {
  const trail = createAuditTrail(fixture.database.db, {
    key: "k",
    log: pino({ level: "silent" }),
    longestSendMs: 365_000,
  });
  await trail.start({ acceptsOtherSecret: true });
  const begin = (name: string, requestId: string) =>
    trail.begin({
      person: { id: name, name, email: "", role: "admin", sessionId: "" },
      op: pauseCampaign,
      target: "c-8",
      request: "POST /v1/campaigns/c-8/pause",
      requestId,
      address: null,
    });
  await begin("Ann", "ann-presses-pause");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 300_000 });
  await expect(begin("Bob", "bob-presses-pause")).rejects.toThrow(/Ann has just sent this/);
  vi.setSystemTime(Date.now() + 70_000);
  await begin("Bob", "bob-presses-again");
  vi.useRealTimers();
});

test("does not treat a send as in progress when it began before the clock was set back", async () => {
  const press = (requestId: string) => {
    const [op, person] = [pauseCampaign, personWith("admin")];
    return fixture.console.audit.begin({ op, person, target: "c-9", request: "POST", requestId, address: null });
  };
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 3_600_000 });
  await press("pressed-before-it");
  vi.useRealTimers();
  await press("pressed-after-it");
});

test("answers a repeated request as the first one when the platform's answer was empty", async () => {
  fixture.platform.answer((_request, response) => void response.writeHead(204).end());
  const answers = [await pause("c-empty", "one-press-empty"), await pause("c-empty", "one-press-empty")];
  for (const { status, json } of answers) expect([status, json]).toEqual([200, { raw: null, read: {}, drift: [] }]);
  expect(fixture.platform.seen).toHaveLength(1);
  const { json } = await fixture.ask("admin", "GET", "/api/console/answers?resource=campaigns&target=c-empty");
  expect(json.data[0]).toMatchObject({ outcome: "ok", status: 204, body: "" });
});
