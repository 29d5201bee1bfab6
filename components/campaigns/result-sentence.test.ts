import { expect, test } from "vitest";
import { neverCalled, neverCalledNote, resultDifference, resultSentence } from "./result-sentence";

const countsOf = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, { count, field: name }]));
const cancelled = countsOf({ total: 1_020, done: 253, failed: 19, cancelled: 748 });

test("says of a cancelled campaign that the people who were cancelled were never called", () => {
  const called = { counts: cancelled, status: "CANCELLED", contacts: 132 };
  expect(resultSentence(called)).toBe("272 done or failed, 748 never called");
  expect(resultDifference(called)).toBe("No event arrived for 140 people, or they were called before the first event.");
});

test("does not count people as never called who waited for another call when it was cancelled", () => {
  const called = { counts: cancelled, status: "cancelled", contacts: 280 };
  expect([neverCalled(called), resultSentence(called)]).toEqual([740, "272 done or failed, 740 never called"]);
  expect(resultDifference(called)).toBe("8 more people were called at least once.");
});

test("says who waits and whose call is in progress while a campaign runs", () => {
  const counts = countsOf({ total: 500, done: 90, failed: 10, active: 3, waiting: 397 });
  const called = { counts, status: "running", contacts: 103 };
  expect(resultSentence(called)).toBe("100 done or failed, 3 in progress, 397 waiting");
  expect([neverCalled(called), resultDifference(called)]).toEqual([0, undefined]);
});

test("counts the people of events when the platform counts nothing", () => {
  const called = { counts: {}, status: "running", contacts: 1 };
  expect([resultSentence(called), resultDifference(called)]).toEqual(["1 person called", undefined]);
});

test("says that those never called can include people who waited for another call", () => {
  const noteOf = (calls: number) =>
    neverCalledNote({
      counts: countsOf({ done: 10, failed: 2, cancelled: 5, calls }),
      status: "cancelled",
      contacts: 12,
    });
  expect(noteOf(15)).toContain("waited for another call");
  expect(noteOf(12)).toBeUndefined();
  expect(neverCalledNote({ counts: countsOf({ done: 10 }), status: "completed", contacts: 10 })).toBeUndefined();
});
