import { expect, test } from "vitest";
import { SecondFactorRule } from "@/components/team/second-factor-rule";
import { getSecondFactor, type SecondFactor } from "@/lib/contract/console/people/second-factor";
import { pageOf, time } from "@/lib/testing/components/records";
import { SecondFactorSection } from "./second-factor-section";

const off: SecondFactor = {
  ...{ is_on: false, since: null, codes_left: 0, required_of: "nobody", is_required: false, was_used: false },
};
const on: SecondFactor = { ...off, is_on: true, since: time, codes_left: 10 };

const sectionOf = (factor: SecondFactor) => pageOf(<SecondFactorSection />, [[getSecondFactor, {}, factor]]);
const ruleOf = (factor: SecondFactor) => pageOf(<SecondFactorRule />, [[getSecondFactor, {}, factor]]);

test("SecondFactorSection offers the setup while it is off", () => {
  expect(sectionOf(off)).toContain("Set up…");
  expect(sectionOf(off)).not.toMatch(/next sign-in|Recovery codes/);
  expect(sectionOf({ ...off, is_required: true })).toContain("You are asked to set it up at your next sign-in.");
});

test("SecondFactorSection asks for new recovery codes when three are left", () => {
  expect(sectionOf({ ...on, codes_left: 4 })).toContain("4 codes left<");
  expect(sectionOf({ ...on, codes_left: 3 })).toContain("3 codes left: make new ones");
  expect(sectionOf({ ...on, codes_left: 1 })).toContain("1 code left: make new ones");
});

test("SecondFactorRule can be changed only after the own second factor was used", () => {
  expect(ruleOf({ ...on, required_of: "admins" })).toContain(
    "Required of admins. To change this, sign in with your own",
  );
  expect(ruleOf({ ...on, required_of: "admins", was_used: true })).toMatch(/aria-pressed="true">Admins/);
});
