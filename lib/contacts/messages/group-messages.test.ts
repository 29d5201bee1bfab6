import { expect, test } from "vitest";
import { groupNames } from "@/lib/contacts/validate/row-status";
import { groupMessage, headingOf } from "./group-messages";

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
  expect(headingOf("kept")).toBe("worthALook");
  expect(headingOf("name_missing")).toBe("mustFix");
  expect(headingOf("tidied")).toBe("inOrder");
});
