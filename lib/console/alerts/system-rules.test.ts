import { expect, test } from "vitest";
import { collectorBehind } from "./system-rules";

test.each([
  ["upstream-unreadable", "Last attempt: The platform's answer could not be read."],
  ["upstream-forbidden", "The platform does not allow this key to read it."],
])("a webhook log whose last try ended with %s is reported with the reason in words", async (outcome, why) => {
  const now = new Date("2026-11-20T06:00:00Z");
  const okAt = new Date(now.getTime() - 3_600_000);
  const seen = { tasks: [{ task: "webhooks.logs", okAt, at: now, outcome }], now, limit: 15, isFound: () => false };
  expect(await collectorBehind.find(seen as never)).toMatchObject([{ why }]);
});
