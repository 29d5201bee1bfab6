import { expect, test } from "vitest";
import { noPace, paceOf, readingAt } from "./pace";

const at = (ms: number, readBytes: number, rows: number) => ({
  ms,
  progress: { readBytes, totalBytes: 1_000, rows, sent: 0, toFix: 0 },
});

test("paceOf computes rows per second and time left since the first moment", () => {
  expect(paceOf({ first: at(1_000, 100, 10), now: at(3_000, 500, 50) })).toEqual({
    rowsPerSecond: 20,
    secondsLeft: 2.5,
  });
});

test("paceOf returns no pace when too little time or data has passed", () => {
  expect(paceOf({ first: at(1_000, 100, 10), now: at(1_100, 500, 50) })).toEqual(noPace);
  expect(paceOf({ first: at(1_000, 100, 10), now: at(5_000, 100, 10) })).toEqual(noPace);
});

test("readingAt starts anew when fewer bytes are read than before", () => {
  const [one, two, again] = [at(1_000, 100, 10), at(2_000, 900, 90), at(3_000, 50, 5)];
  const under = readingAt(readingAt(undefined, one), two);
  expect(under).toEqual({ first: one, now: two });
  expect(readingAt(under, again)).toEqual({ first: again, now: again });
});
