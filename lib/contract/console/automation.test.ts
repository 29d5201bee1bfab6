import { expect, test } from "vitest";
import { setGuardRail } from "./automation";

test("calling hours that begin and end at one time are refused at their end", () => {
  const issuesOf = (hours: { from?: string; to?: string }) =>
    setGuardRail.input.safeParse({ guard_rail: "calling_hours", ...hours }).error?.issues;
  expect(issuesOf({ from: "09:00", to: "09:00" })).toMatchObject([
    { path: ["to"], message: "Choose hours that begin and end at different times." },
  ]);
  for (const hours of [{}, { from: "09:00" }, { from: "20:00", to: "06:00" }]) expect(issuesOf(hours)).toBeUndefined();
});
