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
    "acknowledged added asked began cancelled changed compared deleted disabled ended finished had hid invited made paused pinned published removed resolved resumed scheduled sent set snoozed started switched tested uploaded went",
  );
});
