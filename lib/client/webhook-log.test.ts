import { expect, test } from "vitest";
import { bandOf } from "./webhook-log";

test("limits steps and unwatched parts to the chart's time", () => {
  const none = { arrived: 0, late: 0, retrying: 0, not_delivered: 0 };
  const isoAt = (clock: string) => `2026-11-23T${clock}:00.000Z`;
  const chart = {
    ...{ from: isoAt("08:35"), to: isoAt("09:36"), step_seconds: 1_800 },
    steps: ["08:30", "09:00", "09:30"].map((clock) => ({ at: isoAt(clock), ...none })),
  };
  const gap = { from: isoAt("09:20"), to: isoAt("09:50"), reason: "stopped" as const, not_delivered: 0 };
  const { steps, gaps } = bandOf({ chart, gaps: [gap], reading: { watched_since: isoAt("08:40") } });
  const ends = (spans: typeof gaps) =>
    spans.map((span) => [span.fromMs, span.toMs].map((ms) => new Date(ms).toISOString().slice(11, 16)).join("–"));
  expect(ends(steps)).toEqual(["08:35–09:00", "09:00–09:30", "09:30–09:36"]);
  expect(ends(gaps)).toEqual(["08:35–08:40", "09:20–09:36"]);
  expect(bandOf({ chart, gaps: [], reading: { watched_since: isoAt("08:00") } }).gaps).toEqual([]);
});
