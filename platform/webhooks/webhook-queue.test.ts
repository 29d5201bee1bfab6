import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { isPublicAddress } from "@/lib/http/address-guard";
import { seededDatabase } from "@/lib/testing/database/fresh-database";
import { until } from "@/lib/testing/local-platform";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { addressOf } from "@/platform/http/server";
import { seeded } from "@/platform/seed/seed";
import { deliveryTable, webhookLogTable, webhookTable } from "@/platform/tables/webhooks";
import { isReservedName, openSimulatedReceiver } from "./simulated-receiver";
import { createDeliveries, type DeliveryOptions, emit, retryDelaysSeconds } from "./webhook-queue";

const { db } = await seededDatabase();
await db.delete(deliveryTable);
await db.update(webhookTable).set({ status: "disabled" });

type ReceivedRequest = { headers: IncomingMessage["headers"]; body: string };
let received: ReceivedRequest[] = [];
let reply: (response: ServerResponse, attempt: number) => void;

const receiver = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  received.push({ headers: request.headers, body });
  reply(response, received.length);
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const simulated = await openSimulatedReceiver();
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await simulated.close();
});

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const webhook = {
  id: "wh_test",
  organization_id: seeded.organization,
  url: `${addressOf(receiver)}/hook?a=1`,
  events: ["call.ended"],
  status: "active",
  secret,
};
const options: DeliveryOptions = {
  speed: 1_000_000,
  mayConnect: () => true,
  simulatedReceiver: simulated.address,
  timeoutMs: timeoutMs(300),
  log: pino({ level: "silent" }),
};
let deliveries = createDeliveries(db, options);

beforeEach(async () => {
  received = [];
  reply = (response) => response.writeHead(204).end();
  await db.insert(webhookTable).values(webhook);
});
afterEach(async () => {
  await deliveries.stop();
  deliveries = createDeliveries(db, options);
  await db.delete(deliveryTable);
  await db.delete(webhookTable).where(eq(webhookTable.id, webhook.id));
  await db.delete(webhookLogTable).where(eq(webhookLogTable.webhook_id, webhook.id));
});

const emitEvent = () => db.transaction((tx) => emit(tx, seeded.organization, "call.ended", { id: "call_1" }));
const log = async () => {
  const [entry] = await db.select().from(webhookLogTable).where(eq(webhookLogTable.webhook_id, webhook.id));
  return entry;
};
const settle = (worker = deliveries) =>
  until(async () => {
    await worker.start();
    const entry = await log();
    return (entry?.status === "delivered" || entry?.status === "failed") && entry;
  });

test("signs a delivery according to Standard Webhooks", async () => {
  await emitEvent();
  expect(await log()).toMatchObject({ status: "pending", attempts: 0, delivered_at: null });
  const done = await settle();
  expect(done).toMatchObject({ status: "delivered", attempts: 1, delivered_at: expect.any(String) });

  const [{ headers, body } = { headers: {}, body: "" }] = received;
  const [id, timestamp] = [headers["webhook-id"], headers["webhook-timestamp"]];
  expect(id).toBe(done.id);
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
  const expected = createHmac("sha256", Buffer.alloc(32, 7)).update(`${id}.${timestamp}.${body}`).digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${expected}`);
  expect(JSON.parse(body)).toMatchObject({ type: "call.ended", data: { id: "call_1" } });
});

test("retries a failed delivery with the same ID and counts attempts", async () => {
  reply = (response, attempt) => response.writeHead(attempt < 3 ? 500 : 200).end();
  await emitEvent();
  expect(await settle()).toMatchObject({ status: "delivered", attempts: 3 });
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(await db.$count(deliveryTable)).toBe(0);
});

test("fails a delivery after eight attempts, without a delivery time", async () => {
  reply = (response) => response.writeHead(503).end();
  await emitEvent();
  expect(await settle()).toMatchObject({ status: "failed", attempts: 8, delivered_at: null });
  expect(received).toHaveLength(retryDelaysSeconds.length);
  expect(await db.$count(deliveryTable)).toBe(0);
});

test("waits between attempts according to the schedule, as retrying", async () => {
  const slowDeliveries = createDeliveries(db, { ...options, speed: 1 });
  const startedMs = Date.now();
  reply = (response) => response.writeHead(500).end();
  await emitEvent();
  await slowDeliveries.start();
  const pending = await until(
    async () => (await log())?.status === "retrying" && (await db.select().from(deliveryTable))[0],
  );
  const next = Date.parse(pending.nextAttemptAt);
  expect(next - startedMs).toBeGreaterThan(1_000);
  expect(next - Date.now()).toBeLessThan(5_600);
  expect(pending.last_error).toBe("answered 500");
  await slowDeliveries.stop();
});

test.for<[string, typeof reply]>([
  ["a redirect", (response) => response.writeHead(302, { location: addressOf(receiver) }).end()],
  ["no answer in time", () => {}],
  ["an answer that breaks off before its headers", (response) => response.destroy()],
])("retries after %s", async ([, answer]) => {
  reply = (response, attempt) => (attempt === 1 ? answer(response, attempt) : response.writeHead(200).end());
  await emitEvent();
  expect(await settle()).toMatchObject({ status: "delivered", attempts: 2 });
});

test("stops reading an endless answer", async () => {
  let isClosed = false;
  reply = (response) => {
    response.writeHead(200).on("close", () => {
      isClosed = true;
    });
    const more = () => response.write(Buffer.alloc(16_384)) && setImmediate(more);
    response.on("drain", more);
    more();
  };
  await emitEvent();
  expect(await settle()).toMatchObject({ status: "delivered" });
  await until(async () => isClosed);
});

test("repeats an attempt that was lost with its process", async () => {
  const dying = createDeliveries(db, { ...options, timeoutMs: 60_000 });
  reply = () => {};
  await emitEvent();
  await dying.start();
  await until(async () => received.length === 1);
  await dying.stop();
  expect(await log()).toMatchObject({ status: "pending", attempts: 1 });

  reply = (response) => response.writeHead(200).end();
  await db.update(deliveryTable).set({ nextAttemptAt: new Date(0).toISOString() });
  expect(await settle()).toMatchObject({ status: "delivered", attempts: 2 });
  expect(received).toHaveLength(2);
});

test.for(["", "http://localhost", "http://[::1]", "http://127.1"])(
  "sends nothing to a private address %s",
  async (host) => {
    const { port } = new URL(addressOf(receiver));
    const guarded = createDeliveries(db, { ...options, mayConnect: isPublicAddress });
    await db
      .update(webhookTable)
      .set({ url: host ? `${host}:${port}/` : webhook.url })
      .where(eq(webhookTable.id, webhook.id));
    await emitEvent();
    expect(await settle(guarded)).toMatchObject({ status: "failed", attempts: 8 });
    expect(received).toEqual([]);
    await guarded.stop();
  },
);

test("sends deliveries for reserved names to the simulated receiver", async () => {
  await db.update(webhookTable).set({ url: "https://crm.fernhill.example/x" }).where(eq(webhookTable.id, webhook.id));
  await emitEvent();
  expect(await settle()).toMatchObject({ status: "delivered", attempts: 1 });
});

test("isReservedName accepts only reserved names", () => {
  for (const name of ["a.example", "example.com", "x.example.org", "b.test", "c.invalid", "EXAMPLE.net."])
    expect(isReservedName(name)).toBe(true);
  for (const name of ["example.co", "myexample.com", "test.com", "example.com.evil.io"])
    expect(isReservedName(name)).toBe(false);
});

test("makes sixteen concurrent attempts without a leak warning from Node", async () => {
  const warnings: string[] = [];
  const addWarning = ({ message }: Error) => warnings.push(message);
  process.on("warning", addWarning);
  const responses: ServerResponse[] = [];
  reply = (response) => responses.push(response);
  for (let nth = 0; nth < 16; nth += 1) await emitEvent();
  const started = deliveries.start();
  await until(async () => responses.length === 16 && responses);
  for (const response of responses) response.writeHead(204).end();
  await started;
  await deliveries.stop();
  process.off("warning", addWarning);
  expect(warnings).toEqual([]);
});
