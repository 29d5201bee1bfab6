import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { Problem } from "@/lib/contract/problem";
import { savedTable } from "@/lib/db/console/tables/registry";
import { campaign, freshCollector, sent } from "@/lib/testing/fresh-collector";

const { answers, collector, db, reads, registered, versions } = await freshCollector();

test("stores each row of a paged list as a record and marks missing rows as gone", async () => {
  const numbers = Array.from({ length: 150 }, (_, nth) => ({ id: `n${100 + nth}`, status: "active" }));
  answers.set("phone-numbers.list", ({ page, limit }) => ({
    items: numbers.slice((Number(page) - 1) * Number(limit), Number(page) * Number(limit)),
    total: numbers.length,
  }));
  const instance = collector();
  await expect.poll(async () => (await versions("phone-numbers")).length).toBe(151);
  expect((await versions("phone-numbers"))[0]?.record).toEqual({ is_whole: true, rows: 150, total: 150 });
  numbers[0] = { id: "n100", status: "suspended" };
  numbers.splice(149, 1);
  instance.observe(sent({ ...pauseCampaign, id: "phone-numbers.change" }));
  await expect.poll(async () => (await versions("phone-numbers")).at(-1)).toMatchObject({ ref: "n249", isGone: true });
  const first = (await versions("phone-numbers")).filter(({ ref }) => ref === "n100");
  expect(first.map(({ record }) => record)).toMatchObject([{ status: "active" }, { status: "suspended" }]);
  expect(await versions("phone-numbers")).toHaveLength(153);
});

test("marks no record as gone when only a part of the list was read", async () => {
  answers.set("credentials.list", () => ({ data: [{ id: "k1" }], total: 1 }));
  const instance = collector();
  await expect.poll(async () => (await versions("credentials")).map(({ ref }) => ref)).toEqual(["", "k1"]);
  answers.set("credentials.list", () => ({ data: [{ id: "k2" }], total: 7 }));
  instance.observe(sent({ ...pauseCampaign, id: "credentials.change" }));
  await expect.poll(async () => (await versions("credentials")).map(({ ref }) => ref)).toEqual(["", "", "k1", "k2"]);
  expect((await versions("credentials")).filter(({ isGone }) => isGone)).toEqual([]);
});

test("registers the IDs that a record contains, with their source", async () => {
  const uuid = "11111111-2222-3333-4444-555555555555";
  answers.set("phone-numbers.list", () => ({ items: [{ id: "n1", assistant_id: "a1", campaign: "a name" }] }));
  answers.set("campaigns.get", () => ({
    data: {
      ...campaign,
      workflow_ref: "intake/router",
      last: [{ callId: "call_1", provider_call_id: "x" }],
      call: { id: "call_2" },
      session_id: "s1",
    },
    success: true,
  }));
  answers.set("workflows.get", () => ({
    ref: "intake/router",
    tools: [uuid, "by name", { id: "t2" }],
    assistant_id: 7,
  }));
  answers.set("assistants.get", ({ assistant_id }) => ({ id: assistant_id, name: "Nora", assistant_id }));
  collector();
  await expect
    .poll(() => registered("tools"))
    .toEqual([uuid, "t2"].map((ref) => ({ ref, by: "workflows intake/router", isGone: false })));
  const byCampaign = (ref: string) => ({ ref, by: "campaigns c1", isGone: false });
  expect(await registered("calls")).toEqual(["call_1", "call_2"].map(byCampaign));
  expect(await registered("sessions")).toEqual([byCampaign("s1")]);
  await expect.poll(() => registered("assistants")).toEqual([{ ref: "a1", by: "phone-numbers n1", isGone: false }]);
  await expect
    .poll(async () => (await db.select().from(savedTable).where(eq(savedTable.ref, "a1")))[0]?.name)
    .toBe("Nora");
});

test("marks a record as gone and stops polling it when it answers 404 twice", async () => {
  let isThere = false;
  answers.set("campaigns.get", () => {
    if (!isThere) throw new Problem("not_found");
    return { data: campaign, success: true };
  });
  const instance = collector();
  const times = async () => (await db.select().from(savedTable))[0]?.notFoundTimes;
  await expect.poll(times).toBe(1);
  expect(await registered("campaigns")).toMatchObject([{ isGone: false }]);
  isThere = true;
  instance.observe(sent(pauseCampaign));
  await expect.poll(times).toBe(0);
  isThere = false;
  instance.observe(sent(pauseCampaign));
  await expect.poll(times).toBe(1);
  instance.observe(sent(pauseCampaign));
  await expect.poll(() => registered("campaigns")).toMatchObject([{ isGone: true }]);
  await expect.poll(() => versions("campaigns")).toMatchObject([{ isGone: true }]);
  reads.length = 0;
  instance.observe(sent(pauseCampaign));
  instance.observe(sent({ ...pauseCampaign, id: "webhooks.change" }));
  await expect.poll(() => reads).toEqual(["a webhooks.list"]);
});
