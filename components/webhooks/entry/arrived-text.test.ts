import { expect, test } from "vitest";
import { arrivedText } from "./arrived-text";

test.each([
  [1, "2026-11-20T14:07:11.982Z", "Once, at 14:07:11.982"],
  [2, "2026-11-20T14:07:11.982Z", "2 times, first at 14:07:11.982"],
  [0, null, undefined],
])("says how often and when a delivery arrived when it did %j times", (arrivals_here, arrived_here_at, text) => {
  expect(arrivedText({ arrivals_here, arrived_here_at }, "utc")).toBe(text);
});
