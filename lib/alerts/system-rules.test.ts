import { expect, test } from "vitest";
import { collectorBehind } from "./system-rules";

test.each([
  ["upstream-unreadable", "Last attempt: The platform's answer could not be read."],
  ["upstream-forbidden", "The platform does not allow this key to read it."],
])("gives the reason in words when the last read of the webhook log ended with %s", async (outcome, why) => {
  const now = new Date("2026-11-20T06:00:00Z");
  const okAt = new Date(now.getTime() - 3_600_000);
  const context = { tasks: [{ task: "webhooks.logs", okAt, at: now, outcome }], now, limit: 15, isFound: () => false };
  expect(await collectorBehind.find(context as never)).toMatchObject([{ why }]);
});
