import { expect, test } from "vitest";
import type { WebhookLog } from "@/lib/contract/api/webhooks";
import { countByWebhook, indexLog, targetOf } from "./webhook-log";

const log = (id: string | undefined, rest: Partial<WebhookLog> = {}): WebhookLog => ({
  id,
  webhook_id: "w1",
  event: "call.ended",
  status: "delivered",
  attempts: 1,
  delivered_at: "2026-11-20T06:00:00Z",
  ...rest,
});

test("entries are newest first, then by id, and those without a readable time last", () => {
  const entries = indexLog([
    log("d", { delivered_at: null }),
    log("c", { delivered_at: "soon" }),
    log("b"),
    log("a"),
    log("e", { delivered_at: "2026-11-20T07:00:00+00:30" }),
  ]);
  expect(entries.map(({ key }) => key)).toEqual(["e", "a", "b", "c", "d"]);
});

test("entries without an id keep apart, under the same keys on every read", () => {
  const logs = [log(undefined), log(undefined), log(undefined, { event: null })];
  const keys = indexLog(logs).map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
  expect(indexLog(logs).map(({ key }) => key)).toEqual(keys);
});

test("entries that share an id are all there, the newest under the bare id, each with what was sent in its place", () => {
  const sent = [
    { id: "a", status: 503, delivered_at: "2026-11-20T06:00:00Z" },
    { id: "b", delivered_at: "2026-11-20T06:30:00Z" },
    { id: "a", status: "delivered", delivered_at: "2026-11-20T07:00:00Z" },
  ];
  const read = sent.map((each) => ({ ...each, status: each.status === undefined ? undefined : String(each.status) }));
  const entries = indexLog(read, sent);
  expect(entries.map(({ key, isDelivered }) => [key, isDelivered])).toEqual([
    ["a", true],
    ["b", false],
    ["a (2)", false],
  ]);
  expect(entries.map((entry) => entry.sent)).toEqual([sent[2], sent[1], sent[0]]);
});

test("a time in seconds or milliseconds since 1970 is one", () => {
  const times = ["1763622000", "1763622000000", "1763622000.5", "42", "4915112345678"];
  expect(times.map((delivered_at) => indexLog([log("a", { delivered_at })])[0]?.atMs)).toEqual([
    1763622000000,
    1763622000000,
    1763622000500,
    undefined,
    undefined,
  ]);
});

test("only the word delivered is delivered", () => {
  const words = ["delivered", "Delivered", "failed", null, undefined];
  expect(indexLog(words.map((status, at) => log(String(at), { status }))).map((entry) => entry.isDelivered)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("counts are per webhook, and since a moment when asked", () => {
  const entries = indexLog([
    log("a"),
    log("b", { status: "failed", delivered_at: "2026-11-20T08:00:00Z" }),
    log("c", { webhook_id: null, status: "failed", delivered_at: null }),
  ]);
  expect([...countByWebhook(entries)]).toEqual([
    ["w1", { entries: 2, notDelivered: 1 }],
    [undefined, { entries: 1, notDelivered: 1 }],
  ]);
  expect([...countByWebhook(entries, Date.parse("2026-11-20T07:00:00Z"))]).toEqual([
    ["w1", { entries: 1, notDelivered: 1 }],
  ]);
});

test("a target is its host and path, and an address that is none stays as sent", () => {
  expect(targetOf({ url: "https://me:secret@crm.example.net:8443/hooks?token=1" })).toMatchObject({
    host: "crm.example.net:8443",
    path: "/hooks",
  });
  expect(targetOf({ url: "https://crm.example.net" })?.path).toBe("");
  expect(targetOf({ url: "somewhere" })?.host).toBe("somewhere");
  expect(targetOf({ url: null })).toBeUndefined();
});

test("100,000 entries are put in order, newest first", () => {
  const logs = Array.from({ length: 100_000 }, (_, at) =>
    log(`log_${at}`, { delivered_at: new Date(1.7e12 + ((at * 7919) % 1e8)).toISOString() }),
  );
  const times = indexLog(logs).map(({ atMs }) => atMs ?? 0);
  expect(times).toHaveLength(100_000);
  expect(times.every((ms, at) => at === 0 || ms <= (times[at - 1] ?? 0))).toBe(true);
});
