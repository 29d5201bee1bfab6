import { expect, test } from "vitest";
import { doneWords } from "./action-labels";
import { apiOperations } from "./api";
import { consoleOperations } from "./console";
import { isWrite } from "./operation";

test("names what was done with a verb in its past tense", () => {
  const sends = [...apiOperations, ...consoleOperations].filter(isWrite);
  const verbs = sends.flatMap(({ id: action, acts = { c1: "" } }) =>
    Object.keys(acts).map((target) => doneWords({ action, target, outcome: "ok" })[0]?.split(" ", 1)[0]),
  );
  expect([...new Set(verbs)].sort().join(" ")).toBe(
    "acknowledged added allowed asked began cancelled changed compared corrected deleted disabled disconnected ended erased finished had hid invited labeled made opened paused polled published reminded removed replaced required resolved resumed revoked scheduled sent set showed signed snoozed started switched tested turned uploaded went",
  );
});

const saidOf = (action: string, detail: Record<string, unknown>, outcome: "ok" | "refused" = "ok") =>
  doneWords({ action, target: "x", outcome, detail }).join("X");

test("says in which direction a setting was changed", () => {
  expect(saidOf("team.change_state", { set: { state: "disabled" } })).toBe("disabled X");
  expect(saidOf("team.change_state", { set: { state: "active" } })).toBe("enabled X");
  expect(saidOf("team.change_state", { set: { state: "active" } }, "refused")).toBe("tried to enable X");
  expect(saidOf("alerts.set_rule", { set: { is_on: false } })).toBe("switched off the alert rule X");
  expect(saidOf("automation.set_guard_rail", { set: { percent: 3 } })).toBe("changed the guard rail X");
  expect(saidOf("alerts.set_rule", { set: { pause: { is_on: true } } })).toBe(
    "switched on the pause of campaigns by the alert rule X",
  );
  expect(saidOf("saved.save", { act: "unpin {it}" })).toBe("unpinned X");
  expect(doneWords({ action: "connection.revert", target: "demo", outcome: "ok" }).join("")).toBe(
    "switched back to the demo platform",
  );
});

test("ends the sentence of a connection test with its result", () => {
  const test = { action: "connection.try", target: "http://a/v1", message: "refused, 401" } as const;
  expect(doneWords({ ...test, outcome: "ok" }).join(test.target)).toBe(
    "tested a connection to http://a/v1: refused, 401",
  );
});

test("names the count of a changed group of alerts", () => {
  const group = { target: "number_suspended", outcome: "ok", message: "64 phone numbers are suspended." } as const;
  const said = (verb: string) => doneWords({ ...group, action: `alerts.${verb}_group` });
  expect(said("acknowledge")).toEqual(["acknowledged: 64 phone numbers are suspended"]);
  expect(said("wake")).toEqual(["showed again: 64 phone numbers are suspended"]);
});

test("no operation that records two directions says both", () => {
  const both = [...apiOperations, ...consoleOperations].filter(
    ({ phrase, phraseOf }) => / or /.test(phrase ?? "") && !phraseOf,
  );
  expect(both.map(({ id }) => id)).toEqual([]);
});
