import { expect, test } from "vitest";
import { meaningForm } from "./set-meaning";

const problems = (given: Record<string, string>) =>
  meaningForm.safeParse({ resource: "campaigns", field: "status", word: "failed", tone: "fault", ...given }).error
    ?.issues;

test("any word may be given a meaning, as it came", () => {
  for (const word of ["failed", " padded ", "läuft / schnell", "active"]) expect(problems({ word })).toBeUndefined();
});

test("the API documentation's own words are fixed, for their own resource and field", () => {
  const own = { resource: "calls", word: "ended" };
  expect(problems(own)).toMatchObject([{ path: ["word"], message: expect.stringContaining("means finished") }]);
  expect(problems({ ...own, field: "state" })).toBeUndefined();
});

test("what is left out is named", () => {
  expect(problems({ resource: "", word: "" })).toMatchObject([{ path: ["resource"] }, { path: ["word"] }]);
});
