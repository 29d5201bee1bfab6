import { expect, test } from "vitest";
import { SecondFactorRule } from "@/components/team/second-factor-rule";
import { getSecondFactor, type SecondFactor } from "@/lib/contract/console/people/second-factor";
import { pageOf, time } from "@/lib/testing/components/records";
import { ManageDialog } from "./second-factor-dialogs";
import { SecondFactorRow } from "./second-factor-row";

const off: SecondFactor = {
  ...{ is_on: false, since: null, codes_left: 0, required_of: "nobody", is_required: false, was_used: false },
};
const on: SecondFactor = { ...off, is_on: true, since: time, codes_left: 10 };

const rowOf = (factor: SecondFactor) => pageOf(<SecondFactorRow />, [[getSecondFactor, {}, factor]]);
const ruleOf = (factor: SecondFactor) => pageOf(<SecondFactorRule />, [[getSecondFactor, {}, factor]]);
const none = () => undefined;

test("SecondFactorRow offers the setup while it is off", () => {
  expect(rowOf(off)).toContain("Set up…");
  expect(rowOf(off)).not.toMatch(/next sign-in|recovery code/);
  expect(rowOf({ ...off, is_required: true })).toContain("You are asked to set it up at your next sign-in.");
});

test("asks for new recovery codes when three are left, in the row and in its dialog", () => {
  expect(rowOf({ ...on, codes_left: 4 })).toMatch(/On since.*Manage…/);
  expect(rowOf({ ...on, codes_left: 4 })).not.toContain("left");
  expect(rowOf({ ...on, codes_left: 3 })).toContain("3 recovery codes left: make new ones.");
  const dialogOf = (codes_left: number) =>
    pageOf(<ManageDialog factor={{ ...on, codes_left }} onStep={none} onClose={none} />, []);
  expect(dialogOf(4)).toContain("4 codes left.");
  expect(dialogOf(1)).toContain("1 code left: make new ones.");
});

test("SecondFactorRule can be changed only after the own second factor was used", () => {
  expect(ruleOf({ ...on, required_of: "admins" })).toContain("To change this, sign in with your own");
  expect(ruleOf({ ...on, required_of: "admins", was_used: true })).toMatch(/aria-pressed="true">Admins/);
});
