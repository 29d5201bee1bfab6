import { expect, test } from "vitest";
import { chartSteps } from "./webhook-log";

test("the steps of a chart begin and end with its time, and those before the first read were not observed", () => {
  const none = { first_attempt: 0, after_retries: 0, not_delivered: 0, matched: 0 };
  const at = (clock: string) => `2026-11-23T${clock}:00.000Z`;
  const chart = {
    ...{ from: at("08:35"), to: at("09:36"), step_seconds: 1_800 },
    steps: ["08:30", "09:00", "09:30"].map((clock) => ({ at: at(clock), ...none })),
  };
  const ends = chartSteps({ chart, reading: { watched_since: at("09:35") } }).map(({ fromMs, toMs, isUnseen }) => [
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
