import { expect, test } from "vitest";
import { filterFrom, inputOf } from "@/components/webhooks/log-filter";
import { dayBefore } from "./first-rows";
import { stepsOf } from "./log-section";

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

test("the chart of the last day begins and ends with it: no bar reaches into what is to come", () => {
  const none = { first_attempt: 0, after_retries: 0, not_delivered: 0, matched: 0 };
  const at = (clock: string) => `2026-11-23T${clock}:00.000Z`;
  const chart = {
    ...{ from: at("08:35"), to: at("09:36"), step_seconds: 1_800 },
    steps: ["08:30", "09:00", "09:30"].map((clock) => ({ at: at(clock), ...none })),
  };
  const ends = stepsOf(chart, at("09:35")).map(({ fromMs, toMs, isUnseen }) => [
    new Date(fromMs).toISOString(),
    new Date(toMs).toISOString(),
    isUnseen,
  ]);
  expect(ends).toEqual([
    [at("08:35"), at("09:00"), true],
    [at("09:00"), at("09:30"), true],
    [at("09:30"), at("09:36"), false],
  ]);
});
