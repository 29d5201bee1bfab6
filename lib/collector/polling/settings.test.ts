import { expect, test } from "vitest";
import { getKept, parseRetries, setPace, setRetries } from "@/lib/contract/console/kept";
import { addRecords } from "@/lib/contract/console/saved";
import type { OutputOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { freshConsole, personWith } from "@/lib/testing/console";
import { retriesOf } from "./settings";

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

test("stores and parses a retry schedule per account, with none by default", async () => {
  const retries = async () => ((await run(getKept, {}, personWith("admin"))) as OutputOf<typeof getKept>).retries;
  expect(await retries()).toEqual({ schedule: "", set_by: null, set_at: null });
  await run(setRetries, { schedule: " 0, 5 s, 5 min, 30min, 2 h " }, personWith("admin"));
  expect(await retries()).toMatchObject({ schedule: "0, 5 s, 5 min, 30min, 2 h", set_by: "admin" });
  expect(parseRetries((await retries()).schedule)).toEqual([0, 5, 305, 2105, 9305]);
  expect((await retriesOf(database.db, "another organization")).schedule).toBe("");
  for (const schedule of ["5 s, 5 min", "0, soon", "0,,5", Array(51).fill("0").join()])
    expect(setRetries.input.safeParse({ schedule }).success, schedule).toBe(false);
  await run(setRetries, { schedule: " " }, personWith("admin"));
  expect(await retries()).toMatchObject({ schedule: "" });
});
