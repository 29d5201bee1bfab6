import { expect, test } from "vitest";
import { noPace, paceOf } from "./use-pace";

const at = (ms: number, readBytes: number, rows: number) => ({
  ms,
  progress: { readBytes, totalBytes: 1_000, rows, sent: 0, toFix: 0 },
});

test("rows a second and the time left come from what was read since the first look", () => {
  expect(paceOf(at(1_000, 100, 10), at(3_000, 500, 50))).toEqual({ rowsPerSecond: 20, secondsLeft: 2.5 });
});

test("nothing is said of a pace before there was time to tell it", () => {
  expect(paceOf(at(1_000, 100, 10), at(1_100, 500, 50))).toEqual(noPace);
  expect(paceOf(at(1_000, 100, 10), at(5_000, 100, 10))).toEqual(noPace);
});
