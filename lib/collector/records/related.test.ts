import { beforeEach, expect, test } from "vitest";
import { listRelated } from "@/lib/contract/console/related-records";
import { addRecords } from "@/lib/contract/console/saved";
import type { OutputOf, Role } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { recordVersionTable } from "@/lib/db/console/tables/collector";
import { freshConsole, personWith } from "@/lib/testing/console";
import { answerOf, storeVersion } from "./store-versions";

const accountId = "one organization";
const read = () => Promise.reject(new Problem("upstream-unreachable"));
const { database, run } = await freshConsole({ collect: { accountId, read } });
const { db, pool } = database;

beforeEach(async () => {
  await db.delete(recordVersionTable);
  await pool.query("delete from console.saved_record");
});

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 14, minute));
const keepOther = (resource: string, ref: string, record: unknown, minute = 0) =>
  storeVersion(db, { accountId, resource, ref, answer: answerOf(record), at: at(minute) });

test("finds records by a value they contain, if the role can read them", async () => {
  await run(addRecords, { resource: "campaigns", refs: ["c1", "c2", "c3"] }, personWith("admin"));
  await run(addRecords, { resource: "calls", refs: ["k1"] }, personWith("admin"));
  await keepOther("campaigns", "c1", { name: "Old", workflow_ref: "flow/1" }, 1);
  await keepOther("campaigns", "c1", { name: "Winter", workflow_ref: "flow/1", notes: "x".repeat(500) }, 2);
  await keepOther("campaigns", "c2", { name: "Elsewhere", workflow_ref: "flow/10" });
  await keepOther("campaigns", "c3", { steps: [{ uses: { ref: "flow/1" } }] }, 5);
  await keepOther("calls", "k1", { workflow_ref: "flow/1", customer_name: "Hedda" }, 9);
  const relatedTo = async (role: Role) => {
    const answer = await run(listRelated, { value: "flow/1", among: "campaigns calls" }, personWith(role));
    return (answer as OutputOf<typeof listRelated>).data;
  };
  expect((await relatedTo("admin")).map(({ ref, name }) => [ref, name])).toEqual([
    ["k1", "Call with Hedda"],
    ["c3", null],
    ["c1", "Winter"],
  ]);
  expect((await relatedTo("campaign_manager")).map(({ ref }) => ref)).toEqual(["k1", "c3", "c1"]);
  expect((await relatedTo("admin"))[2]?.fields).toEqual({ name: "Winter", workflow_ref: "flow/1" });
});
