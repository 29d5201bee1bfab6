import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { dropMalformedRouterState } from "./pages";

const name = "next-router-state-tree";
const stateAfter = (state: string | string[] | undefined) => {
  const headers = { [name]: state };
  dropMalformedRouterState({ headers } as unknown as IncomingMessage);
  return headers[name];
};
const valid = encodeURIComponent(JSON.stringify(["", { children: ["sign-in", {}] }]));

test.each([
  ["no JSON", "x"],
  ["not encoded", "%"],
  ["an empty list", "[]"],
  ["an object", "{}"],
  ["of another form", '["",{"children":1}]'],
  ["too long", `["${"a".repeat(40_001)}",{}]`],
])("drops a router state that is %s, because Next answers it with 500", (_what, state) => {
  expect(stateAfter(state)).toBeUndefined();
});

test("keeps the router state of a browser, and adds none", () => {
  expect(stateAfter(valid)).toBe(valid);
  expect(stateAfter(undefined)).toBeUndefined();
});
