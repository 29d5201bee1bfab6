import { expect, test } from "vitest";
import { at, freshAlertEngine } from "@/lib/testing/alert-engine";
import { collectorBehind } from "./system-rules";

const { listed, now, reads, stateOf } = await freshAlertEngine();

test("alerts when the platform does not answer, and recovers after a minute of answers", async () => {
  await reads("webhooks.logs", 5, "upstream-timeout", 0);
  await now.engine.evaluate(at(1));
  expect(now.notified).toEqual([]);
  await now.engine.evaluate(at(5));
  await reads("webhooks.logs", 6);
  await now.engine.evaluate(at(6));
  expect(await stateOf("platform_silent")).toEqual(["open"]);
  await now.engine.evaluate(at(7));
  expect(await stateOf("platform_silent")).toEqual(["over"]);
  expect(now.notified).toEqual(["platform_silent: The platform does not answer."]);
  expect(now.recovered).toEqual(["platform_silent: The platform"]);
});

test("alerts on a refused key when recently successful tasks are refused", async () => {
  for (const task of ["webhooks.logs", "credentials.list", "numbers.list"]) await reads(task, 0);
  await reads("webhooks.logs", 1, "upstream-auth", 0);
  await now.engine.evaluate(at(1));
  expect(now.notified).toEqual([]);
  await reads("credentials.list", 2, "upstream-auth", 0);
  await now.engine.evaluate(at(2));
  expect(now.notified).toEqual(["platform_silent: The platform refuses the key."]);
  await reads("webhooks.logs", 3);
  await now.engine.evaluate(at(3));
  await now.engine.evaluate(at(4));
  expect(await stateOf("platform_silent")).toEqual(["over"]);
});

test("raises nothing when the key lacks the right to a single endpoint", async () => {
  await reads("calls.get c1", 0);
  for (const minute of [1, 10, 20, 30, 40]) {
    await reads("webhooks.logs", minute);
    await reads("credentials.list", minute + 5, "upstream-auth", -600);
    await reads("calls.get c1", minute + 6, "upstream-auth", 0);
    await now.engine.evaluate(at(minute + 6));
  }
  expect(now.notified).toEqual([]);
});

test("alerts on the webhook log when the key can only read other endpoints", async () => {
  for (const task of ["webhooks.logs", "credentials.list"]) await reads(task, 0);
  await reads("credentials.list", 40);
  await reads("webhooks.logs", 41, "upstream-auth", 0);
  await now.engine.evaluate(at(41));
  expect(now.notified).toEqual(["collector_behind: The webhook log has not been refreshed lately."]);
  expect((await listed())[0]?.why).toBe("The platform does not allow this key to read it.");
});

test("alerts on a platform that stopped answering when the clock was set back two hours", async () => {
  await reads("credentials.list", 120);
  await reads("webhooks.logs", 10, "upstream-timeout", 120);
  await now.engine.evaluate(at(10));
  expect(now.notified).toEqual(["platform_silent: The platform does not answer."]);
});

test.each([
  ["upstream-unreadable", "Last attempt: The platform's answer could not be read."],
  ["upstream-forbidden", "The platform does not allow this key to read it."],
])("gives the reason in words when the last read of the webhook log ended with %s", async (outcome, why) => {
  const now = new Date("2026-11-20T06:00:00Z");
  const okAt = new Date(now.getTime() - 3_600_000);
  const context = { tasks: [{ task: "webhooks.logs", okAt, at: now, outcome }], now, limit: 15, isFound: () => false };
  expect(await collectorBehind.find(context as never)).toMatchObject([{ why }]);
});

test("merges a webhook log that is behind into the alert on a platform that does not answer", async () => {
  await reads("webhooks.logs", 41, "upstream-unreadable", 0);
  await reads("credentials.list", 41);
  await now.engine.evaluate(at(41));
  expect(now.notified).toEqual(["collector_behind: The webhook log has not been refreshed lately."]);
  await reads("webhooks.logs", 45, "upstream-timeout", 0);
  await now.engine.evaluate(at(46));
  await now.engine.evaluate(at(50));
  expect(now.notified.slice(1)).toEqual(["platform_silent: The platform does not answer."]);
  expect(await stateOf("collector_behind")).toEqual(["over"]);
  expect(now.recovered).toEqual([]);
});
