import { expect, test } from "vitest";
import { momentsOf, ticksUpTo } from "./axis";

test("ticksUpTo returns a few round values up to the maximum", () => {
  expect(ticksUpTo(240)).toEqual([0, 100, 200, 300]);
  expect(ticksUpTo(0)).toEqual([0, 1]);
  expect(ticksUpTo(7)).toEqual([0, 5, 10]);
  expect(ticksUpTo(1_000_000)).toEqual([0, 500_000, 1_000_000]);
});

test("momentsOf returns both ends and round moments, with the weekday unless it is that of the start", () => {
  const texts = (from: string, to: string) =>
    momentsOf({ fromMs: Date.parse(from), toMs: Date.parse(to) }, "utc").map(({ text }) => text);
  expect(texts("2026-11-19T14:23Z", "2026-11-20T14:23Z")).toEqual([
    "Thu 14:23",
    "18:00",
    "Fri 00:00",
    "Fri 06:00",
    "Fri 14:23",
  ]);
  expect(texts("2026-11-13T14:23Z", "2026-11-20T14:23Z")).toEqual(["13 Nov", "15 Nov", "17 Nov", "19 Nov", "20 Nov"]);
});
