import { expect, test } from "vitest";
import { groupNames } from "@/lib/contacts/validate/row-status";
import { groupMessage, headingOf } from "./group-messages";

test("an action says its count, and one row is said as one", () => {
  expect(groupMessage.international.action(31_204)).toBe("Fix 31,204 numbers without a country code");
  expect(groupMessage.international.action(1)).toBe("Fix 1 number without a country code");
  for (const group of groupNames) {
    expect(groupMessage[group].action(1_000)).toContain("1,000");
    expect(groupMessage[group].action(1)).not.toBe(groupMessage[group].action(2).replace("2", "1"));
  }
});

test("what must be fixed says that the rows are left out otherwise", () => {
  for (const group of groupNames.filter((each) => headingOf(each) === "mustFix")) {
    expect(groupMessage[group].explanation).toMatch(/left out|leave such rows out/);
  }
});

test("every explanation is whole sentences", () => {
  for (const group of groupNames) expect(groupMessage[group].explanation).toMatch(/^[A-Z].*\.$/);
});

test("a repeated number is not sent, an unassigned one is worth a look", () => {
  expect(headingOf("duplicate")).toBe("notSent");
  expect(headingOf("unassigned")).toBe("worthALook");
  expect(headingOf("name_missing")).toBe("mustFix");
  expect(headingOf("tidied")).toBe("inOrder");
});
