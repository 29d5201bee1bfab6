import { expect, test } from "vitest";
import { automationInputs, rulePause } from "@/lib/contract/inputs/automation";

test("rejects calling hours when they start and end at the same time", () => {
  const issuesOf = (hours: { from?: string; to?: string }) =>
    automationInputs["automation.set_all_hours"].safeParse(hours).error?.issues;
  expect(issuesOf({ from: "09:00", to: "09:00" })).toMatchObject([
    { path: ["to"], message: "Hours must start and end at different times." },
  ]);
  for (const hours of [{}, { from: "09:00" }, { from: "20:00", to: "06:00" }]) expect(issuesOf(hours)).toBeUndefined();
});

test("names the allowed range when a limit is out of range", () => {
  const messageOf = (limit: object) => rulePause.safeParse(limit).error?.issues[0]?.message;
  for (const least of [Number.NaN, 0, 1.5, 100_001])
    expect(messageOf({ least })).toBe("Enter a whole number from 1 to 100,000.");
  for (const minutes of [Number.NaN, 4, 1441])
    expect(messageOf({ minutes })).toBe("Enter a whole number from 5 to 1,440.");
  expect(messageOf({ percent: 101 })).toBe("Enter a whole number from 1 to 100.");
  expect(messageOf({ percent: 100, minutes: 5, least: 100_000 })).toBeUndefined();
});
