import { expect, test } from "vitest";
import { addRecords, changeRecords } from "@/lib/contract/console/saved";
import { freshConsole, personWith } from "@/lib/testing/console";

const { database, run } = await freshConsole();
const refs = Array.from({ length: 267 }, (_, index) => `tool-${index}`);

test("changes many records without a deadlock when people name them in different orders", async () => {
  await run(addRecords, { resource: "tools", refs: refs.toReversed() }, personWith("admin"));
  const change = (index: number) => ({
    resource: "tools",
    refs: index % 2 === 0 ? refs : refs.toReversed(),
    ...(index % 3 === 0
      ? { change: "label", label: `Label ${index}` }
      : index % 3 === 1
        ? { change: "label" }
        : { change: "forget" }),
  });
  const people = [0, 1, 2, 3].map(async (person) => {
    for (let nth = 0; nth < 12; nth++) await run(changeRecords, change(person + nth), personWith("admin"));
  });
  await Promise.all(people);
  await database.pool.query("select pg_stat_force_next_flush()");
  const { rows } = await database.pool.query(
    "select deadlocks::int from pg_stat_database where datname = current_database()",
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});
