import { expect, test } from "vitest";
import type { OwnAlertRule } from "@/lib/contract/console/alert-settings";
import type { RulePause } from "@/lib/contract/console/automation/pauses";
import { rulesMessage } from "./alerts-screen";
import { groupState } from "./own-alerts-group";

const rule = (is_on: boolean, is_default: boolean): OwnAlertRule => ({
  ...{ rule: "call_long", is_on, is_default, is_always: false },
});
const usual = ({ is_default }: OwnAlertRule) => is_default;

test("groupState is mixed when some rules of the group are chosen", () => {
  expect(groupState([rule(true, true), rule(true, true)], usual)).toBe(true);
  expect(groupState([rule(true, true), rule(true, false)], usual)).toBe("some");
  expect(groupState([rule(true, false), rule(true, false)], usual)).toBe(false);
});

test("groupState leaves out rules that are off for everyone, unless all are", () => {
  expect(groupState([rule(true, true), rule(false, false)], usual)).toBe(true);
  expect(groupState([rule(false, true), rule(false, false)], usual)).toBe("some");
});

test("rulesMessage counts the rules that are off and those that pause campaigns", () => {
  const on = { is_on: true, pause: null };
  const pausing = { ...on, pause: { is_on: true } as RulePause };
  expect(rulesMessage([on, on, { ...on, is_on: false }])).toBe("3 rules, 1 of them off.");
  expect(rulesMessage([on, pausing])).toBe("2 rules, all on. 1 of them pauses campaigns.");
  expect(rulesMessage([pausing, pausing])).toBe("2 rules, all on. 2 of them pause campaigns.");
});
