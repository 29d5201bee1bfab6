import { expect, test } from "vitest";
import { endRestoredCopy } from "@/lib/contract/console/restored-copy";
import { saveRestoredCopy } from "@/lib/db/console/restored-copy";
import { freshConsole, personWith } from "@/lib/testing/console";

const { console, database, join, run } = await freshConsole();

test("says in each session that this is a restored copy, until an admin puts it into use", async () => {
  const copy = { made_at: "2026-11-28T03:00:00.000Z", restored_at: "2026-11-29T09:00:00.000Z", by: "ops" };
  await saveRestoredCopy(database.db, copy);
  const sam = await join({ name: "Sam", email: "sam@fernhill.example", role: "support" });
  const shown = async () => (await console.personOf(sam.cookie))?.me.restored_copy;
  expect(await shown()).toEqual(copy);
  expect(endRestoredCopy.allow).toEqual(["admin"]);
  await run(endRestoredCopy, {}, personWith("admin"));
  expect(await shown()).toBeUndefined();
  await expect(run(endRestoredCopy, {}, personWith("admin"))).rejects.toMatchObject({ code: "not_possible" });
});
