import { expect, test } from "vitest";
import type { OwnAlertRule } from "@/lib/contract/console/alert-settings";
import { rulesMessage } from "./alerts-screen";
import { groupState } from "./own-alerts-group";

const rule = (is_on: boolean, is_usual: boolean): OwnAlertRule => ({
  ...{ rule: "call_long", is_on, is_usual, is_always: false },
});
const usual = ({ is_usual }: OwnAlertRule) => is_usual;

test("groupState is mixed when some rules of the group are chosen", () => {
  expect(groupState([rule(true, true), rule(true, true)], usual)).toBe(true);
  expect(groupState([rule(true, true), rule(true, false)], usual)).toBe("some");
  expect(groupState([rule(true, false), rule(true, false)], usual)).toBe(false);
});

test("groupState leaves out rules that are off for everyone, unless all are", () => {
  expect(groupState([rule(true, true), rule(false, false)], usual)).toBe(true);
  expect(groupState([rule(false, true), rule(false, false)], usual)).toBe("some");
});

test("rulesMessage counts the rules that are off and the guard rails that pause campaigns", () => {
  const rules = [{ is_on: true }, { is_on: true }, { is_on: false }];
  expect(rulesMessage(rules, 0)).toBe("3 rules, 1 of them off.");
  expect(rulesMessage(rules.slice(0, 2), 1)).toBe("2 rules, all on. 1 guard rail pauses campaigns.");
  expect(rulesMessage(rules.slice(0, 2), 2)).toBe("2 rules, all on. 2 guard rails pause campaigns.");
});
