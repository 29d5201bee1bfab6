import { expect, test } from "vitest";
import { chartHeight, timeBars, timesInMessage } from "./connection-section";

const read = (ms: number, ok = true) => ({ at: `2026-11-20T06:00:0${ms % 10}Z`, ms, ok });

test("the slowest read is the highest bar, and the fastest can still be seen", () => {
  const [slow, fast, none] = timeBars([read(400), read(1), read(0)]);
  expect(slow?.height).toBe(chartHeight.up);
  expect(fast?.height).toBe(1.5);
  expect(none?.height).toBe(1.5);
});

test("reads of the same moment keep apart", () => {
  expect(new Set(timeBars([read(5), read(5), read(15)]).map(({ key }) => key)).size).toBe(3);
});

test("the times are said in one line", () => {
  expect(timesInMessage([])).toBe("Nothing was read since Switchboard started.");
  expect(timesInMessage([read(30)])).toBe("1 read: fastest 30 ms, median 30 ms, slowest 30 ms, none failed.");
  expect(timesInMessage([read(9), read(480, false), read(22)])).toBe(
    "3 reads: fastest 9 ms, median 22 ms, slowest 480 ms, 1 failed.",
  );
});
