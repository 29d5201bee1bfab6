import { expect, test } from "vitest";
import { filterFrom, inputOf } from "@/components/webhooks/log-filter";
import { dayBefore } from "./day-before";

test("dayBefore begins when the webhooks page's last day does", () => {
  for (const minute of [0, 4, 29, 36, 59]) {
    const nowMs = Date.UTC(2026, 10, 23, 8, minute, 12);
    const { from = "" } = inputOf(
      filterFrom(() => undefined),
      nowMs,
    );
    expect(Date.parse(dayBefore(nowMs))).toBe(Date.parse(from));
  }
});
