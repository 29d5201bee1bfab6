import { expect, test } from "vitest";
import { choicesFor, everyWords } from "./pace-table";

test("a pace is said as people say it", () => {
  expect([5, 15, 60, 90, 300, 3_600, 5_400, 10_800, 86_400].map(everyWords)).toEqual([
    "every 5 s",
    "every 15 s",
    "every minute",
    "every 1.5 min",
    "every 5 min",
    "hourly",
    "every 1.5 h",
    "every 3 h",
    "daily",
  ]);
});

test("what can be chosen is within its limits, and what was chosen before is among it", () => {
  expect(choicesFor({ least: 60, most: 600 }, [15, 60, 300, 600, 900], 45)).toEqual([45, 60, 300, 600]);
});
