import { expect, test } from "vitest";
import type { SentAnswer } from "@/lib/contract/console/audit";
import { whoseMessage } from "./recent-changes";
import { deletionOf } from "./record-not-found";
import { linkOf } from "./use-link-for";

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
  expect(linkOf({ key: "tool_id", value: "t1", known, role: "viewer" })).toBeUndefined();
});

test("any other value leads nowhere", () => {
  expect(linkOf({ key: "name", value: "Autumn", known, role: "admin" })).toBeUndefined();
});

test("a session and a phone number lead to where they are shown", () => {
  expect(linkOf({ key: "session_id", value: "s 1", known, role: "support" })?.href).toBe("/calls?text=s+1");
  expect(linkOf({ key: "phone_number_id", value: "p1", known, role: "support" })?.href).toBe(
    "/phone-numbers?number=p1",
  );
});

const sent = (change: Partial<SentAnswer>): SentAnswer => ({
  id: "1",
  at: "2026-11-20T08:00:00.000Z",
  actor_name: "Mara",
  action: "tools.delete",
  target: "t1",
  outcome: "ok",
  status: 200,
  message: "Tool was deleted",
  is_quoted: true,
  request_id: "r",
  detail: null,
  words: [""],
  record: null,
  note: null,
  body: null,
  ...change,
});

test("a record was deleted from here where the platform took the delete of it", () => {
  expect(deletionOf([sent({ target: "t2" }), sent({})], "tools", "t1")?.actor_name).toBe("Mara");
  for (const other of [
    { outcome: "refused" },
    { outcome: "unknown" },
    { action: "tools.get" },
    { target: "t2" },
  ] as const)
    expect(deletionOf([sent(other)], "tools", "t1")).toBeUndefined();
  expect(deletionOf([sent({})], "campaigns", "t1")).toBeUndefined();
});

test("a change is outside Switchboard unless something was sent from here in between", () => {
  expect(whoseMessage({ sent: null })).toBe("outside Switchboard");
  expect(whoseMessage({ sent: { action: "workflows.publish", by: "Mara" } })).toBe(
    "after “Publish a workflow” by Mara here",
  );
  expect(whoseMessage({ sent: { action: "unknown.act", by: null } })).toBe("after “unknown.act” here");
});
