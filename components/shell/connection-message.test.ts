import { expect, test } from "vitest";
import { Problem } from "@/lib/contract/problem";
import { connectionMessage, healthAfter, type ReadHealth } from "./connection-message";

const connected = { is_answering: true, is_faulty: false, last_problem: null };
const noReads: ReadHealth = { readAt: 0, failedAt: 0 };
const after = (code: Problem["code"]) => ({ readAt: 1, problem: new Problem(code, "Why."), failedAt: 2 });
const words = (input: Partial<Parameters<typeof connectionMessage>[0]>) =>
  connectionMessage({ isOnline: true, connection: connected, connectionAt: 5, readHealth: noReads, ...input }).words;

test("connectionMessage distinguishes faults of browser, Switchboard and platform", () => {
  expect(words({})).toBe("Platform answering");
  expect(words({ isOnline: false })).toBe("Browser offline");
  expect(words({ readHealth: after("switchboard-unreachable") })).toBe("Switchboard not answering");
  expect(words({ readHealth: after("proxy-sign-in") })).toBe("Sign-in before Switchboard ended");
  expect(words({ readHealth: after("upstream-timeout") })).toBe("Platform not answering");
  expect(words({ connection: { ...connected, is_answering: false, last_problem: "No route." } })).toBe(
    "Platform not answering",
  );
});

test("connectionMessage reports a nearly full disk before platform faults", () => {
  expect(words({ connection: { ...connected, is_disk_low: true } })).toBe("Disk nearly full");
  expect(words({ readHealth: after("disk_full") })).toBe("Disk nearly full");
});

test("connectionMessage distinguishes faulty answers from no answers", () => {
  for (const code of ["upstream-fault", "upstream-unreadable", "upstream-redirect", "upstream-refused"] as const)
    expect(words({ readHealth: after(code) })).toBe("Platform returning errors");
  for (const code of ["upstream-unreachable", "upstream-timeout", "upstream-cut", "upstream-resting"] as const)
    expect(words({ readHealth: after(code) })).toBe("Platform not answering");
  const faulty = { is_answering: false, is_faulty: true, last_problem: "The platform answered 500." };
  expect(words({ connection: faulty })).toBe("Platform returning errors");
});

test("connectionMessage prefers reads that are newer than the connection status", () => {
  const down = { ...connected, is_answering: false };
  expect(words({ connection: down, readHealth: { ...noReads, readAt: 6 } })).toBe("Platform answering");
  expect(words({ connection: down, readHealth: { ...noReads, readAt: 4 } })).toBe("Platform not answering");
});

test("connectionMessage claims nothing before the first answer", () => {
  expect(connectionMessage({ isOnline: true, connection: undefined, connectionAt: 0, readHealth: noReads })).toEqual({
    tone: "idle",
    words: "Checking the platform",
  });
});

test("connectionMessage counts an unsuccessful platform answer as answering", () => {
  expect(words({ readHealth: after("not_found") })).toBe("Platform answering");
  expect(words({ readHealth: after("forbidden") })).toBe("Platform answering");
});

const failed = (code: Problem["code"]) =>
  healthAfter(noReads, { isOfPlatform: true, at: 10, problem: new Problem(code, "Why.") });
const codeAfter = (health: ReadHealth, isOfPlatform: boolean, at: number) =>
  healthAfter(health, { isOfPlatform, at }).problem?.code;

test("healthAfter takes the read time from platform data only", () => {
  expect(healthAfter(noReads, { isOfPlatform: true, at: 8 }).readAt).toBe(8);
  expect(healthAfter(noReads, { isOfPlatform: false, at: 9 }).readAt).toBe(0);
});

test("healthAfter keeps a fault until a later read from the same source succeeds", () => {
  expect(codeAfter(failed("upstream-timeout"), false, 12)).toBe("upstream-timeout");
  expect(codeAfter(failed("upstream-timeout"), true, 12)).toBeUndefined();
  expect(codeAfter(failed("switchboard-unreachable"), false, 12)).toBeUndefined();
});

test("healthAfter keeps a fault beside successes of the same round", () => {
  expect(codeAfter(failed("upstream-fault"), true, 900)).toBe("upstream-fault");
  expect(codeAfter(failed("upstream-fault"), true, 9_000)).toBeUndefined();
});

test("connectionMessage ignores a forbidden platform answer", () => {
  expect(words({ readHealth: failed("upstream-forbidden") })).toBe("Platform answering");
});
