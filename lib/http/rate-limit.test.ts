import { expect, test } from "vitest";
import { createRateLimit } from "./rate-limit";

test("throws with a wait time when one person exceeds the burst, and spares others", () => {
  let nowMs = 0;
  const limit = createRateLimit(() => nowMs);
  for (let count = 0; count < 200; count += 1) limit("mara");
  expect(() => limit("mara")).toThrow(expect.objectContaining({ code: "rate_limited", retryAfterSeconds: 1 }));
  expect(() => limit("tom")).not.toThrow();
  nowMs += 1000;
  expect(() => limit("mara")).not.toThrow();
});
