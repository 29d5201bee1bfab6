import { expect, test } from "vitest";
import { callsMessage, paceMessage, percent } from "./progress-messages";

test("a share never says all or nothing where it is neither", () => {
  expect([percent(0, 10), percent(1, 1_000), percent(999, 1_000), percent(10, 10), percent(0, 0)]).toEqual([
    "0%",
    "1%",
    "99%",
    "100%",
    "0%",
  ]);
});

test("calls say only what the record counts", () => {
  const [calls, answered, voicemail] = [268, 186, 31].map((count) => ({ count, field: "f" }));
  expect(callsMessage({ ...{ calls, answered, voicemail } } as object, 300)).toEqual({
    amount: "268",
    sub: "69% answered, 31 reached voicemail",
  });
  expect(callsMessage({}, 300).amount).toBe("Not counted");
});

test("a pace says over how long it was", () => {
  expect(paceMessage({ perMinute: 1.94, overMinutes: 10, endsAt: null, stillSince: null })).toEqual({
    amount: "1.9 a minute",
    sub: "in the last 10 minutes",
  });
});
