import { expect, test } from "vitest";
import { linkOf } from "./record-body";

const known = new Map([["3f0c", { resource: "assistants", label: null, name: "Reception" }]]);

test("an identifier that the API document names leads to its record, under the name it is known by", () => {
  expect(linkOf({ key: "assistant_id", value: "3f0c", known, role: "admin" })).toEqual({
    href: "/assistants/3f0c",
    label: "Reception",
  });
  expect(linkOf({ key: "workflow_ref", value: "intake/router", known, role: "support" })).toEqual({
    href: "/workflows/intake%2Frouter",
  });
});

test("a value that Switchboard met before leads there, whatever its field is called", () => {
  expect(linkOf({ key: "answered_by", value: "3f0c", known, role: "support" })?.href).toBe("/assistants/3f0c");
});

test("nothing leads to a page that the role does not open", () => {
  expect(linkOf({ key: "tool_id", value: "t1", known, role: "support" })).toBeUndefined();
});

test("any other value leads nowhere", () => {
  expect(linkOf({ key: "name", value: "Autumn", known, role: "admin" })).toBeUndefined();
});
