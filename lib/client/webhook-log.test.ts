import { expect, test } from "vitest";
import { chartSteps } from "./webhook-log";

test("limits steps to the chart's time and marks those not watched from end to end", () => {
  const none = { first_attempt: 0, after_retries: 0, retrying: 0, not_delivered: 0, matched: 0 };
  const isoAt = (clock: string) => `2026-11-23T${clock}:00.000Z`;
  const chart = {
    ...{ from: isoAt("08:35"), to: isoAt("09:36"), step_seconds: 1_800 },
    steps: ["08:30", "09:00", "09:30"].map((clock) => ({ at: isoAt(clock), ...none })),
  };
  const ends = chartSteps({ chart, gaps: [], reading: { watched_since: isoAt("09:35") } }).map(
    ({ fromMs, toMs, isUnseen }) => [new Date(fromMs).toISOString(), new Date(toMs).toISOString(), isUnseen],
  );
  expect(ends).toEqual([
    [isoAt("08:35"), isoAt("09:00"), true],
    [isoAt("09:00"), isoAt("09:30"), true],
    [isoAt("09:30"), isoAt("09:36"), true],
  ]);
});
