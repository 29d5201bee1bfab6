import { expect, test } from "vitest";
import { read } from "@/lib/client/query";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listWebhookLogs, listWebhooks } from "@/lib/contract/api/webhooks";
import { getCampaignProgress } from "@/lib/contract/console/campaign-progress";
import { getMe } from "@/lib/contract/console/me";
import type { Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { freshnessOf, latelyOf } from "./freshness-messages";

const line = { is_answering: true, is_faulty: false, last_problem: null };
const quiet = { shownAt: undefined, readAt: undefined, problem: undefined, failedAt: 0 };
const after = (code: Problem["code"]) => ({ shownAt: 1, readAt: 1, problem: new Problem(code, "Why."), failedAt: 2 });
const words = (known: Partial<Parameters<typeof freshnessOf>[0]>) =>
  freshnessOf({ isOnline: true, connection: line, connectionAt: 5, lately: quiet, ...known }).words;

test("the browser, Switchboard's server and the platform are three different faults", () => {
  expect(words({})).toBe("Platform answering");
  expect(words({ isOnline: false })).toBe("Browser offline");
  expect(words({ lately: after("switchboard-unreachable") })).toBe("Switchboard not answering");
  expect(words({ lately: after("upstream-timeout") })).toBe("Platform not answering");
  expect(words({ connection: { ...line, is_answering: false, last_problem: "No route." } })).toBe(
    "Platform not answering",
  );
});

test("a disk that is nearly full is reported before anything about the platform", () => {
  expect(words({ connection: { ...line, is_disk_low: true } })).toBe("Disk nearly full");
  expect(words({ lately: after("disk_full") })).toBe("Disk nearly full");
});

test("an API that answers with faults is neither in order nor silent", () => {
  for (const code of ["upstream-fault", "upstream-unreadable", "upstream-redirect", "upstream-refused"] as const)
    expect(words({ lately: after(code) })).toBe("Platform answering with faults");
  for (const code of ["upstream-unreachable", "upstream-timeout", "upstream-cut", "upstream-resting"] as const)
    expect(words({ lately: after(code) })).toBe("Platform not answering");
  const faulty = { is_answering: false, is_faulty: true, last_problem: "The platform answered 500." };
  expect(words({ connection: faulty })).toBe("Platform answering with faults");
});

test("what was read after the line was asked for says more than the line", () => {
  const down = { ...line, is_answering: false };
  expect(words({ connection: down, lately: { ...quiet, readAt: 6 } })).toBe("Platform answering");
  expect(words({ connection: down, lately: { ...quiet, readAt: 4 } })).toBe("Platform not answering");
});

test("before anything is known, nothing is claimed", () => {
  expect(freshnessOf({ isOnline: true, connection: undefined, connectionAt: 0, lately: quiet })).toEqual({
    tone: "idle",
    words: "Asking the platform",
  });
});

test("an answer of the platform that is no success is an answer", () => {
  expect(words({ lately: after("not_found") })).toBe("Platform answering");
  expect(words({ lately: after("forbidden") })).toBe("Platform answering");
});

const kept = (op: Operation, { dataAt = 0, errorAt = 0, error = null as Problem | null, isShown = true }) => ({
  isActive: () => isShown,
  meta: read(op, {}).meta,
  state: { dataUpdatedAt: dataAt, errorUpdatedAt: errorAt, error },
});

test("the time read is the newest answer of the platform, not of Switchboard's own", () => {
  const reads = [kept(listWebhooks, { dataAt: 5 }), kept(listPhoneNumbers, { dataAt: 8 }), kept(getMe, { dataAt: 9 })];
  expect(latelyOf(reads).readAt).toBe(8);
  expect(latelyOf([kept(getMe, { dataAt: 9 })]).readAt).toBeUndefined();
});

test("what Switchboard kept of a campaign says nothing of the platform", () => {
  expect(latelyOf([kept(getCampaignProgress, { dataAt: 9 })]).readAt).toBeUndefined();
});

test("the age shown is of what the page shows, not of what was read for the rail meanwhile", () => {
  const reads = [kept(listWebhooks, { dataAt: 5 }), kept(listPhoneNumbers, { dataAt: 8, isShown: false })];
  expect(latelyOf(reads)).toMatchObject({ shownAt: 5, readAt: 8 });
});

test("a fault counts until something over the same line is read again", () => {
  const down = kept(listWebhooks, { errorAt: 10, error: new Problem("upstream-timeout", "Why.") });
  expect(latelyOf([down, kept(getMe, { dataAt: 12 })]).problem?.code).toBe("upstream-timeout");
  expect(latelyOf([down, kept(listPhoneNumbers, { dataAt: 12 })]).problem).toBeUndefined();
  const ours = kept(listWebhooks, { errorAt: 10, error: new Problem("switchboard-unreachable", "Why.") });
  expect(latelyOf([ours, kept(getMe, { dataAt: 12 })]).problem).toBeUndefined();
});

test("what the platform does not allow says nothing of the connection", () => {
  const lately = latelyOf([kept(listWebhooks, { errorAt: 10, error: new Problem("upstream-forbidden", "Why.") })]);
  const connection = { is_answering: true, is_faulty: false, last_problem: null };
  expect(freshnessOf({ isOnline: true, connection, connectionAt: 5, lately }).words).toBe("Platform answering");
});

test("a fault stands beside the successes of its own round, until a later one", () => {
  const fault = kept(listWebhooks, { dataAt: 1, errorAt: 10, error: new Problem("upstream-fault", "Why.") });
  expect(latelyOf([fault, kept(listWebhookLogs, { dataAt: 900 })]).problem?.code).toBe("upstream-fault");
  expect(latelyOf([fault, kept(listWebhookLogs, { dataAt: 9_000 })]).problem).toBeUndefined();
});

test("a failure that is being read again stands until it is answered", () => {
  const failed = latelyOf([kept(listWebhooks, { errorAt: 10, error: new Problem("upstream-fault", "Why.") })]);
  expect(latelyOf([kept(listWebhooks, { errorAt: 10 })], failed).problem?.code).toBe("upstream-fault");
  expect(latelyOf([kept(listWebhooks, { dataAt: 12, errorAt: 10 })], failed).problem).toBeUndefined();
});
