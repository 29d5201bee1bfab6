import { expect, test } from "vitest";
import { read } from "@/lib/client/query";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listWebhookLogs, listWebhooks } from "@/lib/contract/api/webhooks";
import { getCampaignProgress } from "@/lib/contract/console/campaign-progress";
import { getMe } from "@/lib/contract/console/me";
import type { Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { freshnessOf, readHealthOf } from "./freshness-messages";

const connected = { is_answering: true, is_faulty: false, last_problem: null };
const noReads = { shownAt: undefined, readAt: undefined, problem: undefined, failedAt: 0 };
const after = (code: Problem["code"]) => ({ shownAt: 1, readAt: 1, problem: new Problem(code, "Why."), failedAt: 2 });
const words = (input: Partial<Parameters<typeof freshnessOf>[0]>) =>
  freshnessOf({ isOnline: true, connection: connected, connectionAt: 5, readHealth: noReads, ...input }).words;

test("freshnessOf distinguishes faults of browser, Switchboard and platform", () => {
  expect(words({})).toBe("Platform answering");
  expect(words({ isOnline: false })).toBe("Browser offline");
  expect(words({ readHealth: after("switchboard-unreachable") })).toBe("Switchboard not answering");
  expect(words({ readHealth: after("upstream-timeout") })).toBe("Platform not answering");
  expect(words({ connection: { ...connected, is_answering: false, last_problem: "No route." } })).toBe(
    "Platform not answering",
  );
});

test("freshnessOf reports a nearly full disk before platform faults", () => {
  expect(words({ connection: { ...connected, is_disk_low: true } })).toBe("Disk nearly full");
  expect(words({ readHealth: after("disk_full") })).toBe("Disk nearly full");
});

test("freshnessOf distinguishes faulty answers from no answers", () => {
  for (const code of ["upstream-fault", "upstream-unreadable", "upstream-redirect", "upstream-refused"] as const)
    expect(words({ readHealth: after(code) })).toBe("Platform answering with faults");
  for (const code of ["upstream-unreachable", "upstream-timeout", "upstream-cut", "upstream-resting"] as const)
    expect(words({ readHealth: after(code) })).toBe("Platform not answering");
  const faulty = { is_answering: false, is_faulty: true, last_problem: "The platform answered 500." };
  expect(words({ connection: faulty })).toBe("Platform answering with faults");
});

test("freshnessOf prefers reads that are newer than the connection status", () => {
  const down = { ...connected, is_answering: false };
  expect(words({ connection: down, readHealth: { ...noReads, readAt: 6 } })).toBe("Platform answering");
  expect(words({ connection: down, readHealth: { ...noReads, readAt: 4 } })).toBe("Platform not answering");
});

test("freshnessOf claims nothing before the first answer", () => {
  expect(freshnessOf({ isOnline: true, connection: undefined, connectionAt: 0, readHealth: noReads })).toEqual({
    tone: "idle",
    words: "Asking the platform",
  });
});

test("freshnessOf counts an unsuccessful platform answer as answering", () => {
  expect(words({ readHealth: after("not_found") })).toBe("Platform answering");
  expect(words({ readHealth: after("forbidden") })).toBe("Platform answering");
});

const cachedRead = (op: Operation, { dataAt = 0, errorAt = 0, error = null as Problem | null, isShown = true }) => ({
  isActive: () => isShown,
  meta: read(op, {}).meta,
  state: { dataUpdatedAt: dataAt, errorUpdatedAt: errorAt, error },
});

test("readHealthOf ignores Switchboard's own data for the read time", () => {
  const reads = [
    cachedRead(listWebhooks, { dataAt: 5 }),
    cachedRead(listPhoneNumbers, { dataAt: 8 }),
    cachedRead(getMe, { dataAt: 9 }),
  ];
  expect(readHealthOf(reads).readAt).toBe(8);
  expect(readHealthOf([cachedRead(getMe, { dataAt: 9 })]).readAt).toBeUndefined();
});

test("readHealthOf ignores stored campaign data for the read time", () => {
  expect(readHealthOf([cachedRead(getCampaignProgress, { dataAt: 9 })]).readAt).toBeUndefined();
});

test("readHealthOf computes the shown age from active queries only", () => {
  const reads = [cachedRead(listWebhooks, { dataAt: 5 }), cachedRead(listPhoneNumbers, { dataAt: 8, isShown: false })];
  expect(readHealthOf(reads)).toMatchObject({ shownAt: 5, readAt: 8 });
});

test("readHealthOf keeps a fault until a later read from the same source succeeds", () => {
  const down = cachedRead(listWebhooks, { errorAt: 10, error: new Problem("upstream-timeout", "Why.") });
  expect(readHealthOf([down, cachedRead(getMe, { dataAt: 12 })]).problem?.code).toBe("upstream-timeout");
  expect(readHealthOf([down, cachedRead(listPhoneNumbers, { dataAt: 12 })]).problem).toBeUndefined();
  const ours = cachedRead(listWebhooks, { errorAt: 10, error: new Problem("switchboard-unreachable", "Why.") });
  expect(readHealthOf([ours, cachedRead(getMe, { dataAt: 12 })]).problem).toBeUndefined();
});

test("freshnessOf ignores a forbidden platform answer", () => {
  const readHealth = readHealthOf([
    cachedRead(listWebhooks, { errorAt: 10, error: new Problem("upstream-forbidden", "Why.") }),
  ]);
  const connection = { is_answering: true, is_faulty: false, last_problem: null };
  expect(freshnessOf({ isOnline: true, connection, connectionAt: 5, readHealth }).words).toBe("Platform answering");
});

test("readHealthOf keeps a fault beside successes of the same round", () => {
  const fault = cachedRead(listWebhooks, { dataAt: 1, errorAt: 10, error: new Problem("upstream-fault", "Why.") });
  expect(readHealthOf([fault, cachedRead(listWebhookLogs, { dataAt: 900 })]).problem?.code).toBe("upstream-fault");
  expect(readHealthOf([fault, cachedRead(listWebhookLogs, { dataAt: 9_000 })]).problem).toBeUndefined();
});

test("readHealthOf keeps a failure during its refetch", () => {
  const failed = readHealthOf([
    cachedRead(listWebhooks, { errorAt: 10, error: new Problem("upstream-fault", "Why.") }),
  ]);
  expect(readHealthOf([cachedRead(listWebhooks, { errorAt: 10 })], failed).problem?.code).toBe("upstream-fault");
  expect(readHealthOf([cachedRead(listWebhooks, { dataAt: 12, errorAt: 10 })], failed).problem).toBeUndefined();
});
