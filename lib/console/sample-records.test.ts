import { expect, test } from "vitest";
import { listMissingTools } from "@/lib/contract/console/related-records";
import { accountId, freshStoredRecords } from "@/lib/testing/stored-records";
import { storeSamples } from "./sample-records";

const { ask, db, keep, keepVersion } = await freshStoredRecords();

const sample = (resource: string, id: string) => ({ resource, id, name: id });

test("marks a sample tool as missing in its workflow when it is deleted on the demo platform", async () => {
  await storeSamples(db, accountId, [sample("tools", "t1"), sample("tools", "t2"), sample("calls", "k1")]);
  await keepVersion("tools", "t1", { name: "find_account" });
  await keep("workflows", "w1", { nodes: [{ tool_id: "t1" }, { tool_id: "t2" }] });
  await storeSamples(db, accountId, [sample("tools", "t2")]);
  const { data } = await ask(listMissingTools, { resource: "workflows", ref: "w1" });
  expect(data.map(({ named, name }) => [named, name])).toEqual([["t1", "find_account"]]);
});
