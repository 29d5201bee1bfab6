import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeAll, expect, test } from "vitest";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import { changeRole, changeState, removeMember } from "@/lib/contract/console/people/team";
import type { Operation, Role } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { openDatabase } from "@/lib/db/database";
import { freshConsole, personWith } from "@/lib/testing/console";
import { contactCsv, contactForm } from "@/lib/testing/contact-form";
import { freshGateway, healthy, shortAnswerMs } from "@/lib/testing/fresh-gateway";

let fixture: Awaited<ReturnType<typeof freshGateway>>;
let elsewhere: Awaited<ReturnType<typeof freshConsole>>;
const sending: ClientRequest[] = [];

beforeAll(async () => {
  fixture = await freshGateway({ answerMs: shortAnswerMs });
  elsewhere = await freshConsole({ database: openDatabase(fixture.database.url, { connections: 3 }) });
});
afterEach(async () => {
  for (const request of sending.splice(0)) request.destroy();
  fixture.platform.answer(healthy);
  fixture.platform.suffer(undefined);
  await expect.poll(() => uploadsUnderWay()).toBe(0);
  fixture.platform.seen.length = 0;
});

const firstBytes = `--b\r\ncontent-disposition: form-data; name="file"; filename="list.csv"\r\n\r\nphone_number,name\r\n`;

/** Starts an upload of 200,000 bytes and sends only its first lines. */
function startUpload(role: Role, campaign: string, overrides: Record<string, string> = {}, agent?: Agent) {
  const upload = openUpload(role, campaign, overrides, agent);
  upload.write(firstBytes);
  return upload;
}

function openUpload(
  role: Role,
  campaign: string,
  overrides: Record<string, string>,
  agent = new Agent({ keepAlive: true }),
) {
  const upload = request(`${fixture.origin}/api/v1/campaigns/${campaign}/contacts/upload`, {
    method: "POST",
    agent,
    headers: {
      cookie: fixture.cookies[role],
      "sec-fetch-site": "same-origin",
      "x-switchboard": "1",
      "content-type": "multipart/form-data; boundary=b",
      "content-length": 200_000,
      ...overrides,
    },
  });
  upload.on("error", () => undefined);
  sending.push(upload);
  return upload;
}

function sendWhole(role: Role, campaign: string, csv: string, overrides: Record<string, string> = {}, agent?: Agent) {
  const { headers, body } = contactForm(csv);
  const length = String(Buffer.byteLength(body));
  const upload = openUpload(role, campaign, { ...headers, "content-length": length, ...overrides }, agent);
  upload.end(body);
  return upload;
}

async function answerTo(upload: ClientRequest) {
  const [response] = (await once(upload, "response")) as [IncomingMessage];
  return { status: response.statusCode, json: JSON.parse(await text(response)) };
}

const arrived = (campaign: string) =>
  fixture.platform.seen.filter(({ url }) => url.includes(`/${campaign}/contacts`)).length;
const uploadsUnderWay = async () => {
  const { rows } = await fixture.database.pool.query(
    "select count(*)::int as open from console.audit_event b where kind = 'begun' and not exists (select from console.audit_event f where f.entry = b.entry and f.kind = 'finished')",
  );
  return rows[0].open;
};

test("does not count uploads cut by their sender as an outage", async () => {
  for (let n = 0; n < 6; n += 1) {
    const upload = startUpload("campaign_manager", `broken-${n}`);
    await expect.poll(() => uploadsUnderWay()).toBe(1);
    upload.destroy();
    await expect.poll(() => uploadsUnderWay()).toBe(0);
  }
  expect((await fixture.ask("admin", "POST", "/api/v1/campaigns/c1/pause")).status).toBe(200);
  const { rows } = await fixture.database.pool.query(
    "select outcome, status, message from console.audit_event where kind = 'finished' and message like '%cut off%'",
  );
  expect(rows).toHaveLength(6);
  expect(rows[0]).toMatchObject({ outcome: "refused" });
  expect(fixture.platform.seen.filter(({ url }) => url.includes("/contacts"))).toEqual([]);
});

test("records no byte count at the start of an upload", async () => {
  const upload = startUpload("campaign_manager", "under-way");
  await expect.poll(() => uploadsUnderWay()).toBe(1);
  const details = async () => {
    const { rows } = await fixture.database.pool.query(
      "select detail from console.audit_event where entry in (select entry from console.audit_event where target = 'under-way') order by id",
    );
    return rows.map(({ detail }) => JSON.parse(detail));
  };
  expect(await details()).toEqual([{ file: null }]);
  upload.destroy();
  await expect.poll(async () => (await details())[1]?.bytes).toBeGreaterThan(0);
});

test("refuses a person's third concurrent upload, but not another person's", async () => {
  startUpload("campaign_manager", "one");
  startUpload("campaign_manager", "two");
  await expect.poll(() => uploadsUnderWay()).toBe(2);
  const { status, json } = await answerTo(startUpload("campaign_manager", "three"));
  expect([status, json.outcome]).toEqual([503, "refused"]);
  expect(json.detail).toMatch(/two/i);
  startUpload("admin", "four");
  await expect.poll(() => uploadsUnderWay()).toBe(3);
  expect(arrived("three")).toBe(0);
  expect((await fixture.ask("admin", "POST", "/api/v1/campaigns/c1/pause")).status).toBe(200);
});

test("closes the connection when a refused upload goes on", async () => {
  const upload = startUpload("support", "five");
  expect((await answerTo(upload)).status).toBe(403);
  const trickle = setInterval(() => upload.write("x"), 20);
  await new Promise((closed) => upload.once("close", closed));
  clearInterval(trickle);
});

test.each([429, 409, 500])(
  "reports an early %i of the platform at once and keeps the connection alive",
  async (status) => {
    const answer = '{"message":"No list is taken now"}';
    fixture.platform.answerAtOnce((upload, response) => {
      response.writeHead(status, { "content-type": "application/json", "content-length": answer.length });
      response.write(answer);
      upload.resume().on("close", () => response.end());
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const upload = sendWhole(
      "campaign_manager",
      `early-${status}`,
      contactCsv(3_000, { nameLength: 1_000 }),
      {},
      agent,
    );
    expect((await answerTo(upload)).json).toMatchObject({ upstream: { status } });
    const next = request(`${fixture.origin}/api/console/me`, { agent, headers: { cookie: fixture.cookies.support } });
    expect((await answerTo(next.end())).status).toBe(200);
    expect(next.reusedSocket).toBe(true);
    agent.destroy();
  },
);

test("ends a slow upload without opening the circuit breaker", async () => {
  // Each person can upload two lists at a time.
  for (const roles of [["admin", "admin", "campaign_manager", "campaign_manager"], ["admin"]] as const) {
    const uploads = roles.map((role, n) => answerTo(startUpload(role, `slow-${n}`)));
    for (const { status, json } of await Promise.all(uploads)) {
      expect([status, json.outcome]).toEqual([408, "refused"]);
      expect(json.detail).toMatch(/too slowly/);
    }
  }
  expect((await fixture.ask("admin", "POST", "/api/v1/campaigns/c1/pause")).status).toBe(200);
});

const asAdmin = (op: Operation, input: Record<string, unknown>) => elsewhere.run(op, input, personWith("admin"));
const revocations: [string, (sender: { id: string; cookie: string }) => Promise<unknown>][] = [
  ["signs out", ({ cookie }) => elsewhere.post("/api/auth/sign-out", {}, { cookie })],
  ["has another role", ({ id }) => asAdmin(changeRole, { user_id: id, role: "support" })],
  ["is disabled", ({ id }) => asAdmin(changeState, { user_id: id, state: "disabled" })],
  ["is removed", ({ id }) => asAdmin(removeMember, { user_id: id })],
];

const largeBytes = 32 * 1024 * 1024;

/** Starts an upload larger than the socket buffers and sends as much as is accepted. */
function startLargeUpload(campaign: string, overrides: { cookie?: string } = {}) {
  return sendWhole("admin", campaign, contactCsv(largeBytes / 4_000, { nameLength: 4_000 }), overrides);
}

/** A platform that reads slowly until `readOn` is called. */
function readSlowly() {
  const lists = new Map<string, "coming" | "whole" | "cut">();
  const readings = new Set<() => void>();
  fixture.platform.answerAtOnce((list, response) => {
    const campaign = list.url?.split("/").at(-3) ?? "";
    lists.set(campaign, "coming");
    const reading = setInterval(() => list.read(), 20);
    readings.add(() => list.resume());
    list.once("end", () => healthy(list, response));
    list.once("close", () => {
      clearInterval(reading);
      lists.set(campaign, list.complete ? "whole" : "cut");
    });
  });
  const readOn = () => {
    for (const read of readings) read();
  };
  return { lists, readOn };
}

test.each(revocations)("cuts an upload when its sender %s, but not another person's", async (reason, revoke) => {
  const { lists, readOn } = readSlowly();
  const [campaign, another] = [`cut: ${reason}`, `goes on: ${reason}`].map(encodeURIComponent) as [string, string];
  const sender = await fixture.join({
    name: "Ann",
    email: `${reason.replaceAll(" ", "-")}@fernhill.example`,
    role: "campaign_manager",
  });
  const [answer, other] = [answerTo(startLargeUpload(campaign, sender)), answerTo(startLargeUpload(another))];
  await expect.poll(() => [...lists.values()]).toEqual(["coming", "coming"]);
  await revoke(sender);
  expect(await answer).toMatchObject({
    status: 403,
    json: {
      outcome: "unknown",
      detail: "It was stopped because you were signed out or your role no longer allows it.",
    },
  });
  readOn();
  await expect.poll(() => lists.get(campaign)).toBe("cut");
  expect((await other).status).toBe(200);
  expect(lists.get(another)).toBe("whole");
  const { rows } = await fixture.database.pool.query(
    `select f.outcome, f.status, f.message, (f.detail::json ->> 'bytes')::int as bytes from console.audit_event b
      join console.audit_event f on f.entry = b.entry and f.kind = 'finished' where b.target = $1`,
    [decodeURIComponent(campaign)],
  );
  expect(rows).toEqual([
    { outcome: "unknown", status: null, message: expect.stringContaining("stopped"), bytes: expect.any(Number) },
  ]);
});

test("refuses an upload without sending a byte when the sender has already lost the right", async () => {
  const caller = {
    ...{ person: personWith("admin"), requestId: "never-left-at-all", address: null },
    signal: AbortSignal.abort(new Problem("forbidden", "The upload was stopped.")),
    file: {
      ...{ stream: Readable.from("x"), contentType: "text/csv", contentLength: 1 },
      left: new AbortController().signal,
      detail: () => ({}),
    },
  };
  const sending = fixture.gateway.call(uploadContacts, { campaign_id: "never-left" }, caller);
  await expect(sending).rejects.toMatchObject({ code: "forbidden", outcome: "refused" });
  expect(arrived("never-left")).toBe(0);
});

test("does not reset the circuit breaker when an upload is cut by its sender", async () => {
  fixture.platform.suffer("reset", ({ url = "" }) => url.endsWith("/pause"));
  const pause = () => fixture.ask("admin", "POST", "/api/v1/campaigns/c9/pause");
  for (let n = 0; n < 4; n += 1) expect((await pause()).json.type).toMatch(/upstream-cut/);
  const { lists } = readSlowly();
  const upload = startLargeUpload("left");
  await expect.poll(() => lists.get("left")).toBe("coming");
  upload.destroy();
  await expect.poll(() => lists.get("left")).toBe("cut");
  await expect.poll(() => uploadsUnderWay()).toBe(0);
  const { rows } = await fixture.database.pool.query(
    `select f.outcome from console.audit_event b join console.audit_event f on f.entry = b.entry and f.kind = 'finished'
      where b.target = 'left'`,
  );
  expect(rows).toEqual([{ outcome: "unknown" }]);
  expect((await pause()).json.type).toMatch(/upstream-cut/);
  expect((await pause()).json.type).toMatch(/upstream-resting/);
});
