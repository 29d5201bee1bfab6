import { expect, test } from "vitest";
import { keyOfCall } from "./person-key";
import { attemptsText, localTimeText } from "./person-view";

const noon = Date.UTC(2026, 10, 20, 12, 20);

test("names the local time of a number, or the span if its range has several zones", () => {
  expect(localTimeText(["Europe/London"], noon)).toBe("12:20 there");
  expect(localTimeText(["Europe/London", "Europe/Guernsey"], noon)).toBe("12:20 there");
  expect(localTimeText(["America/New_York", "America/Los_Angeles"], noon)).toBe("04:20 to 07:20 there");
  expect(localTimeText(["Pacific/Auckland", "America/Los_Angeles"], noon)).toBe("04:20 to 01:20 there");
  expect(localTimeText([], noon)).toBeUndefined();
});

test("says how often a campaign called a person, and with what result", () => {
  expect(attemptsText({ attempts: 0, last_result: null })).toBe("no call seen yet");
  expect(attemptsText({ attempts: 1, last_result: "customer-busy" })).toBe("called once, last: Busy");
  expect(attemptsText({ attempts: 1_200, last_result: null })).toBe("called 1,200 times");
});

test("names a person by a call if their number is hidden", () => {
  expect(keyOfCall("+493023125071", "c1")).toEqual({ number: "+493023125071" });
  expect(keyOfCall("+4930•••5071", "c1")).toEqual({ call_id: "c1" });
});
