import { expect, test } from "vitest";
import { createRateLimit } from "./rate-limit";

test("a person who asks too much at once is told how long to wait, and others are not", () => {
  let nowMs = 0;
  const limit = createRateLimit(() => nowMs);
  for (let asked = 0; asked < 200; asked += 1) limit("mara");
  expect(() => limit("mara")).toThrow(expect.objectContaining({ code: "rate_limited", retryAfterSeconds: 1 }));
  expect(() => limit("tom")).not.toThrow();
  nowMs += 1000;
  expect(() => limit("mara")).not.toThrow();
});
