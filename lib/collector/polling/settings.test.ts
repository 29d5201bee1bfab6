import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  getKept,
  getRetentionLoss,
  keptKinds,
  paceSetOf,
  paces,
  parseRetries,
  type RetentionLoss,
  setPace,
  setPaceSet,
  setRetention,
  setRetries,
} from "@/lib/contract/console/collecting";
import { addRecords } from "@/lib/contract/console/saved";
import { storedInputs } from "@/lib/contract/inputs/stored";
import type { OutputOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { freshConsole, personWith } from "@/lib/testing/console";
import { readSettings, retriesOf } from "./settings";

const accountId = "one organization";
const read = () => Promise.reject(new Problem("upstream-unreachable"));
const { database, run } = await freshConsole({ collect: { accountId, read } });

test("shows the cost of a pace and changes it within limits", async () => {
  await run(addRecords, { resource: "calls", refs: ["k1", "k2", "k3"] }, personWith("admin"));
  const paceOf = async (resource: string) => {
    const { paces } = (await run(getKept, {}, personWith("admin"))) as OutputOf<typeof getKept>;
    return paces.find((pace) => pace.resource === resource);
  };
  expect(await paceOf("calls")).toMatchObject({
    is_on: true,
    every_seconds: 3600,
    tasks: 3,
    requests_an_hour: 3,
    set_by: null,
  });
  expect(await paceOf("webhooks")).toMatchObject({ tasks: 1, requests_an_hour: 12 });
  await run(setPace, { resource: "calls", is_on: false, every_seconds: 600 }, personWith("admin"));
  expect(await paceOf("calls")).toMatchObject({ is_on: false, tasks: 3, requests_an_hour: 18, set_by: "admin" });
  const tooOften = run(setPace, { resource: "calls", is_on: true, every_seconds: 5 }, personWith("admin"));
  await expect(tooOften).rejects.toThrow("outside the allowed range");
});

test("a set changes all intervals but those of what is switched off", async () => {
  const admin = personWith("admin");
  const pacesNow = async () => ((await run(getKept, {}, admin)) as OutputOf<typeof getKept>).paces;
  await run(setPace, { resource: "calls", is_on: true, every_seconds: 3600 }, admin);
  expect(paceSetOf(await pacesNow())).toBe("normal");
  await run(setPace, { resource: "webhooks", is_on: true, every_seconds: 700 }, admin);
  expect(paceSetOf(await pacesNow())).toBeUndefined();
  await run(setPace, { resource: "tools", is_on: false, every_seconds: 900 }, personWith("support"));
  for (const set of ["fast", "gentle"] as const) {
    expect(await run(setPaceSet, { set }, admin)).toEqual({
      message: set === "fast" ? "The platform is polled fast." : "The platform is polled gently.",
    });
    const now = await pacesNow();
    expect(paceSetOf(now)).toBe(set);
    for (const { resource, is_on, every_seconds, set_by } of now)
      expect([resource, is_on, every_seconds, set_by]).toEqual(
        resource === "tools" ? ["tools", false, 900, "support"] : [resource, true, paces[resource][set], "admin"],
      );
  }
});

test("each interval of a set is within its limits, and a gentler set polls less often", () => {
  for (const { gentle, normal, fast, least, most } of Object.values(paces)) {
    expect([least, fast, normal, gentle, most]).toEqual([least, fast, normal, gentle, most].toSorted((a, b) => a - b));
    expect(new Set([fast, normal, gentle]).size).toBe(3);
  }
});

test("stores and parses a retry schedule per account, with none by default", async () => {
  const retries = async () => ((await run(getKept, {}, personWith("admin"))) as OutputOf<typeof getKept>).retries;
  expect(await retries()).toEqual({ schedule: "", set_by: null, set_at: null });
  await run(setRetries, { schedule: " 0, 5 s, 5 min, 30min, 2 h " }, personWith("admin"));
  expect(await retries()).toMatchObject({ schedule: "0, 5 s, 5 min, 30min, 2 h", set_by: "admin" });
  expect(parseRetries((await retries()).schedule)).toEqual([0, 5, 305, 2105, 9305]);
  expect((await retriesOf(database.db, "another organization")).schedule).toBe("");
  for (const schedule of ["5 s, 5 min", "0, soon", "0,,5", Array(51).fill("0").join()])
    expect(storedInputs["collector.set_retries"].safeParse({ schedule }).success, schedule).toBe(false);
  await run(setRetries, { schedule: " " }, personWith("admin"));
  expect(await retries()).toMatchObject({ schedule: "" });
});

test("a shorter retention begins a day after it was chosen, and can be undone until then", async () => {
  const admin = personWith("admin");
  const sizeOf = async () => {
    const { sizes } = (await run(getKept, {}, admin)) as OutputOf<typeof getKept>;
    return sizes.find(({ kind }) => kind === "deliveries");
  };
  const daysAfter = async (hours: number) => {
    const { days } = await readSettings(database.db, new Date(Date.now() + hours * 3_600_000));
    return days.deliveries.days;
  };
  const choose = (days: number) => run(setRetention, { kind: "deliveries", days }, admin);
  expect(await choose(1)).toEqual({ message: "Kept for 1 day in 24 hours. Until then you can undo it." });
  expect(await sizeOf()).toMatchObject({ days: 30, shorter: { days: 1 } });
  expect([await daysAfter(23), await daysAfter(25)]).toEqual([30, 1]);
  await choose(7);
  expect([await daysAfter(23), await daysAfter(25)]).toEqual([30, 7]);
  expect(await choose(30)).toEqual({ message: "Kept for 30 days from now on." });
  expect(await sizeOf()).toMatchObject({ days: 30, shorter: null });
  expect(await daysAfter(25)).toBe(30);
  await choose(400);
  expect(await daysAfter(0)).toBe(400);
});

test("counts what a shorter retention deletes once it begins", async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  await database.db.execute(sql`
    insert into console.record_version (key_print, resource, ref, record, seen_at, last_seen_at, hash)
    select 'a', 'tools', nth::text, '{}', ${ago(20)}, ${ago(20)}::timestamptz + nth * interval '1 day', 'x'
    from generate_series(1, 3) as nth`);
  const loss = (days: number) =>
    run(getRetentionLoss, { kind: "versions", days }, personWith("admin")) as Promise<RetentionLoss>;
  const { rows, first_at, before } = await loss(20);
  expect([rows, first_at?.slice(0, 13), before.slice(0, 13)]).toEqual([1, ago(19).slice(0, 13), ago(19).slice(0, 13)]);
  expect(await loss(400)).toMatchObject({ rows: 0, first_at: null });
  for (const kind of keptKinds)
    expect(await run(getRetentionLoss, { kind, days: 1 }, personWith("admin"))).toHaveProperty("rows");
});
