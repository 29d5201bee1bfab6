import { expect, test } from "vitest";
import { groupNames } from "@/lib/contacts/validate/row-status";
import { groupMessage, headingOf } from "./group-messages";

test("includes the count in an action and uses the singular for one row", () => {
  expect(groupMessage.international.action(31_204)).toBe("Fix 31,204 numbers without a country code");
  expect(groupMessage.international.action(1)).toBe("Fix 1 number without a country code");
  for (const group of groupNames) {
    expect(groupMessage[group].action(1_000)).toContain("1,000");
    expect(groupMessage[group].action(1)).not.toBe(groupMessage[group].action(2).replace("2", "1"));
  }
});

test("says that rows are left out when they must be fixed", () => {
  for (const group of groupNames.filter((group) => headingOf(group) === "mustFix")) {
    expect(groupMessage[group].explanation).toMatch(/left out|leave such rows out/);
  }
});

test("writes every explanation in whole sentences", () => {
  for (const group of groupNames) expect(groupMessage[group].explanation).toMatch(/^[A-Z].*\.$/);
});

test("puts each group under its heading", () => {
  expect(headingOf("duplicate")).toBe("notSent");
  expect(headingOf("unassigned")).toBe("worthALook");
  expect(headingOf("name_missing")).toBe("mustFix");
  expect(headingOf("tidied")).toBe("inOrder");
});
