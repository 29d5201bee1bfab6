import { expect, test } from "vitest";
import { listDependents } from "@/lib/contract/console/related-records";
import type { Role } from "@/lib/contract/operation";
import { accountId, freshStoredRecords, minute } from "@/lib/testing/stored-records";
import { markGone } from "./gone";

const { ask, db, keep } = await freshStoredRecords();

const usersOf = async (resource: string, ref: string, role?: Role) =>
  (await ask(listDependents, { resource, ref }, role)).data.map(
    (user) => `${user.resource} ${user.ref}${user.via ? ` via ${user.via.resource} ${user.via.ref}` : ""}`,
  );

test("follows a credential through tools and workflows to the campaigns that they serve", async () => {
  await keep("tools", "t1", { name: "find_account", credential_id: "cred" });
  await keep("tools", "t2", { name: "other", credential_id: "else" });
  await keep("workflows", "w/1", { name: "Router", nodes: [{ tool_id: "t1" }] });
  await keep("assistants", "a1", { name: "Maya", workflow_ref: "w/1" });
  await keep("campaigns", "c1", { name: "Winter", status: "running", assistant_id: "a1" });
  await keep("campaigns", "c2", { name: "Other", status: "running", assistant_id: "a2" });
  expect(await usersOf("credentials", "cred")).toEqual([
    "tools t1",
    "workflows w/1 via tools t1",
    "assistants a1 via workflows w/1",
    "campaigns c1 via assistants a1",
  ]);
  expect((await ask(listDependents, { resource: "credentials", ref: "cred" })).data.at(-1)).toMatchObject({
    ...{ name: "Winter", status: "running" },
  });
});

test("finds users of a tool by its exact name, in fields for tools only", async () => {
  const named = {
    text: { tool: "find_account" },
    list: { tools: ["find_account"] },
    function: { model: { tools: [{ type: "function", function: { name: "find_account" } }] } },
    id: { nodes: [{ tool_id: "t1" }] },
    other: { name: "find_account", tools: ["find_account_2"], tool: null },
  };
  for (const [ref, record] of Object.entries(named)) await keep("workflows", ref, record);
  await keep("tools", "t1", { id: "t1", name: "find_account" });
  expect((await usersOf("tools", "t1")).toSorted()).toEqual([
    ...["workflows function", "workflows id", "workflows list", "workflows text"],
  ]);
});

test("counts what a tool's own record lists as its users, and does not follow it the other way", async () => {
  await keep("assistants", "a1", { name: "Maya" });
  await keep("tools", "t1", { used_by: { assistants: ["a1", "a2"], workflows: [] }, credential_id: "cred" });
  await keep("campaigns", "c1", { status: "running", assistant_id: "a2" });
  expect(await usersOf("tools", "t1")).toEqual(["assistants a1", "assistants a2"]);
  expect(await usersOf("assistants", "a1")).toEqual([]);
});

test("leaves out records that are gone and those that a role may not read", async () => {
  await keep("tools", "t1", { credential_id: "cred" });
  await keep("workflows", "w1", { nodes: [{ tool_id: "t1" }, { workflow_ref: "w1" }] });
  await keep("workflows", "w2", { nodes: [{ tool_id: "t1" }] });
  await markGone(db, { accountId, resource: "workflows", ref: "w2" }, { at: minute(1) });
  expect(await usersOf("credentials", "cred", "support")).toEqual(["tools t1", "workflows w1 via tools t1"]);
  await expect(usersOf("credentials", "cred", "viewer")).rejects.toMatchObject({ code: "forbidden" });
  expect(await usersOf("phone-numbers", "n1", "viewer")).toEqual([]);
});
