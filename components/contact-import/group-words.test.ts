import { expect, test } from "vitest";
import { groupNames } from "@/lib/contacts/validate/row-status";
import { groupWords, headingOf } from "./group-words";

test("an action says its count, and one row is said as one", () => {
  expect(groupWords.international.action(31_204)).toBe("Fix 31,204 numbers without a country code");
  expect(groupWords.international.action(1)).toBe("Fix 1 number without a country code");
  for (const group of groupNames) {
    expect(groupWords[group].action(1_000)).toContain("1,000");
    expect(groupWords[group].action(1)).not.toBe(groupWords[group].action(2).replace("2", "1"));
  }
});

test("what must be fixed says that the rows are left out otherwise", () => {
  for (const group of groupNames.filter((each) => headingOf(each) === "mustFix")) {
    expect(groupWords[group].explanation).toMatch(/left out|leave such rows out/);
  }
});

test("every explanation is whole sentences", () => {
  for (const group of groupNames) expect(groupWords[group].explanation).toMatch(/^[A-Z].*\.$/);
});

test("a repeated number is not sent, an unassigned one is worth a look", () => {
  expect(headingOf("duplicate")).toBe("notSent");
  expect(headingOf("unassigned")).toBe("worthALook");
  expect(headingOf("name_missing")).toBe("mustFix");
  expect(headingOf("tidied")).toBe("inOrder");
});
