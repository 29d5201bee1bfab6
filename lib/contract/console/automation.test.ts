import { expect, test } from "vitest";
import { setGuardRail } from "./automation";

test("calling hours that begin and end at one time are refused at their end", () => {
  const issuesOf = (hours: { from?: string; to?: string }) =>
    setGuardRail.input.safeParse({ guard_rail: "calling_hours", ...hours }).error?.issues;
  expect(issuesOf({ from: "09:00", to: "09:00" })).toMatchObject([
    { path: ["to"], message: "Hours must start and end at different times." },
  ]);
  for (const hours of [{}, { from: "09:00" }, { from: "20:00", to: "06:00" }]) expect(issuesOf(hours)).toBeUndefined();
});

test("a number that does not fit a guard rail is answered with what does", () => {
  const messageOf = (limit: object) =>
    setGuardRail.input.safeParse({ guard_rail: "deliveries", ...limit }).error?.issues[0]?.message;
  for (const given of [Number.NaN, 0, 1.5, 100_001])
    expect(messageOf({ least: given })).toBe("Enter a whole number from 1 to 100,000.");
  for (const given of [Number.NaN, 4, 1441])
    expect(messageOf({ minutes: given })).toBe("Enter a whole number from 5 to 1,440.");
  expect(messageOf({ percent: 101 })).toBe("Enter a whole number from 1 to 100.");
  expect(messageOf({ percent: 100, minutes: 5, least: 100_000 })).toBeUndefined();
});
