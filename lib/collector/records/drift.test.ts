import { expect, test } from "vitest";
import { listDrift } from "@/lib/contract/console/drift";
import type { OutputOf } from "@/lib/contract/operation";
import { freshConsole, personWith } from "@/lib/testing/console";
import { freshRegistry, observation } from "@/lib/testing/observed-records";

const { console, database, run } = await freshRegistry();

test("counts differences per path and kind, and unknown words one by one", async () => {
  const word = (came: string) => ({ path: "status", kind: "unknown-word", came, times: 1 }) as const;
  const missing = { path: "data[].id", kind: "missing", came: "nothing", times: 3 } as const;
  console.observe(observation({ raw: {}, drift: [word("draft"), word("paused"), missing] }));
  console.observe(observation({ raw: {}, drift: [word("draft"), missing], at: new Date("2026-11-20T11:00:00Z") }));
  await console.close();
  console.observe(observation({ raw: {}, drift: [word("draft")], at: new Date("2026-11-20T12:00:00Z") }));
  await console.close();
  const { data } = (await run(listDrift, {}, personWith("admin"))) as OutputOf<typeof listDrift>;
  expect(data.map(({ path, kind, came, times }) => [path, kind, came, times])).toEqual([
    ["status", "unknown-word", "draft", 3],
    ["data[].id", "missing", "nothing", 6],
    ["status", "unknown-word", "paused", 1],
  ]);
  expect(data[0]).toMatchObject({
    first_seen_at: "2026-11-20T10:00:00.000Z",
    last_seen_at: "2026-11-20T12:00:00.000Z",
  });
});

test("limits the stored words when a status field contains free text", async () => {
  const drift = Array.from(
    { length: 900 },
    (_, n) => ({ path: "status", kind: "unknown-word", came: `word ${n}`, times: 1 }) as const,
  );
  console.observe(observation({ raw: {}, drift }));
  await console.close();
  const { rows } = await database.pool.query("select count(*)::int as kept from console.drift");
  expect(rows[0].kept).toBe(200);
});

test("lists only the differences of the connected account", async () => {
  const other = await freshConsole({
    database,
    collect: { accountId: "other", read: () => Promise.reject(new Error()) },
  });
  console.observe(observation({ raw: {}, drift: [{ path: "status", kind: "unknown-word", came: "draft", times: 1 }] }));
  await console.close();
  for (const [by, count] of [
    [run, 1],
    [other.run, 0],
  ] as const) {
    const { data } = (await by(listDrift, {}, personWith("admin"))) as OutputOf<typeof listDrift>;
    expect(data).toHaveLength(count);
  }
});
