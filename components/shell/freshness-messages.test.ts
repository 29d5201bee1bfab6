import { expect, test } from "vitest";
import { Problem } from "@/lib/contract/problem";
import { freshnessOf, latelyOf } from "./freshness-messages";

const line = { is_answering: true, is_faulty: false, last_problem: null };
const quiet = { shownAt: undefined, readAt: undefined, problem: undefined, failedAt: 0 };
const after = (code: Problem["code"]) => ({ shownAt: 1, readAt: 1, problem: new Problem(code, "Why."), failedAt: 2 });
const words = (known: Partial<Parameters<typeof freshnessOf>[0]>) =>
  freshnessOf({ isOnline: true, connection: line, connectionAt: 5, lately: quiet, ...known }).words;

test("the browser, Switchboard's server and the API are three different faults", () => {
  expect(words({})).toBe("API answering");
  expect(words({ isOnline: false })).toBe("Browser offline");
  expect(words({ lately: after("switchboard-unreachable") })).toBe("Switchboard not answering");
  expect(words({ lately: after("upstream-timeout") })).toBe("API not answering");
  expect(words({ connection: { ...line, is_answering: false, last_problem: "No route." } })).toBe("API not answering");
});

test("a disk that is nearly full is told before anything about the API", () => {
  expect(words({ connection: { ...line, is_disk_low: true } })).toBe("Disk nearly full");
  expect(words({ lately: after("disk_full") })).toBe("Disk nearly full");
});

test("an API that answers with faults is neither in order nor silent", () => {
  for (const code of ["upstream-fault", "upstream-unreadable", "upstream-redirect", "upstream-refused"] as const)
    expect(words({ lately: after(code) })).toBe("API answering with faults");
  for (const code of ["upstream-unreachable", "upstream-timeout", "upstream-cut", "upstream-resting"] as const)
    expect(words({ lately: after(code) })).toBe("API not answering");
  const faulty = { is_answering: false, is_faulty: true, last_problem: "The API answered 500." };
  expect(words({ connection: faulty })).toBe("API answering with faults");
});

test("what was read after the line was asked for says more than the line", () => {
  const down = { ...line, is_answering: false };
  expect(words({ connection: down, lately: { ...quiet, readAt: 6 } })).toBe("API answering");
  expect(words({ connection: down, lately: { ...quiet, readAt: 4 } })).toBe("API not answering");
});

test("before anything is known, nothing is claimed", () => {
  expect(freshnessOf({ isOnline: true, connection: undefined, connectionAt: 0, lately: quiet })).toEqual({
    tone: "idle",
    words: "Asking the API",
  });
});

test("an answer of the API that is no success is an answer", () => {
  expect(words({ lately: after("not_found") })).toBe("API answering");
  expect(words({ lately: after("forbidden") })).toBe("API answering");
});

const kept = (resource: string, { dataAt = 0, errorAt = 0, error = null as Problem | null, isShown = true }) => ({
  isActive: () => isShown,
  queryKey: [resource, "list", {}],
  state: { dataUpdatedAt: dataAt, errorUpdatedAt: errorAt, error },
});

test("the time read is the newest answer of the API, not of Switchboard's own", () => {
  const reads = [kept("webhooks", { dataAt: 5 }), kept("phone-numbers", { dataAt: 8 }), kept("me", { dataAt: 9 })];
  expect(latelyOf(reads).readAt).toBe(8);
  expect(latelyOf([kept("me", { dataAt: 9 })]).readAt).toBeUndefined();
});

test("the age told is of what the page shows, not of what was read for the rail meanwhile", () => {
  const reads = [kept("webhooks", { dataAt: 5 }), kept("phone-numbers", { dataAt: 8, isShown: false })];
  expect(latelyOf(reads)).toMatchObject({ shownAt: 5, readAt: 8 });
});

test("a fault counts until something over the same line is read again", () => {
  const down = kept("webhooks", { errorAt: 10, error: new Problem("upstream-timeout", "Why.") });
  expect(latelyOf([down, kept("me", { dataAt: 12 })]).problem?.code).toBe("upstream-timeout");
  expect(latelyOf([down, kept("phone-numbers", { dataAt: 12 })]).problem).toBeUndefined();
  const ours = kept("webhooks", { errorAt: 10, error: new Problem("switchboard-unreachable", "Why.") });
  expect(latelyOf([ours, kept("me", { dataAt: 12 })]).problem).toBeUndefined();
});

test("a fault stands beside the successes of its own round, until a later one", () => {
  const fault = kept("webhooks", { dataAt: 1, errorAt: 10, error: new Problem("upstream-fault", "Why.") });
  expect(latelyOf([fault, kept("calls", { dataAt: 900 })]).problem?.code).toBe("upstream-fault");
  expect(latelyOf([fault, kept("calls", { dataAt: 9_000 })]).problem).toBeUndefined();
});

test("a failure that is being read again stands until it is answered", () => {
  const failed = latelyOf([kept("webhooks", { errorAt: 10, error: new Problem("upstream-fault", "Why.") })]);
  expect(latelyOf([kept("webhooks", { errorAt: 10 })], failed).problem?.code).toBe("upstream-fault");
  expect(latelyOf([kept("webhooks", { dataAt: 12, errorAt: 10 })], failed).problem).toBeUndefined();
});
