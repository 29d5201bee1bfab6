import { expect, test } from "vitest";
import { filterFrom, inputOf } from "@/components/webhooks/log-filter";
import { dayBefore } from "./first-rows";

test("the last day begins where that of the webhooks page does, so that both count the same deliveries", () => {
  for (const minute of [0, 4, 29, 36, 59]) {
    const nowMs = Date.UTC(2026, 10, 23, 8, minute, 12);
    const { from = "" } = inputOf(
      filterFrom(() => undefined),
      nowMs,
    );
    expect(Date.parse(dayBefore(nowMs))).toBe(Date.parse(from));
  }
});
