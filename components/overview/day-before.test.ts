import { expect, test } from "vitest";
import { timeIn, timeInput } from "@/components/webhooks/log-time";
import { dayBefore } from "./day-before";

test("dayBefore begins when the webhooks page's last day does", () => {
  for (const minute of [0, 4, 29, 36, 59]) {
    const nowMs = Date.UTC(2026, 10, 23, 8, minute, 12);
    const { from = "" } = timeInput(
      timeIn(() => undefined),
      nowMs,
    );
    expect(Date.parse(dayBefore(nowMs))).toBe(Date.parse(from));
  }
});
