import { beforeAll, expect, test } from "vitest";
import type { NightCampaign } from "@/lib/collector/campaigns/known-campaigns";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { campaignHoursTable } from "@/lib/db/console/tables/automation";
import { personWith } from "@/lib/testing/console";
import { freshGateway } from "@/lib/testing/fresh-gateway";
import { numbersFrom, sendList } from "@/lib/testing/sent-list";
import { createNights } from "./campaign-nights";

let gateway: Awaited<ReturnType<typeof freshGateway>>;
beforeAll(async () => {
  gateway = await freshGateway();
});

const ask = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  gateway.run(op, input, personWith("campaign_manager")) as Promise<OutputOf<Op>>;
const inADay = () => new Date(Date.now() + 24 * 3_600_000).toISOString();
const night = async (campaign: Partial<NightCampaign>) => {
  const all = { id: "c-night", record: {}, endsAt: inADay(), waiting: 100, total: 100, ...campaign };
  return (await createNights()(gateway.database.db, "", [all])).get("c-night");
};

test("counts who is called at night until hours are set that end in the evening", async () => {
  await sendList(ask, "c-night", numbersFrom(60_000, 100));
  // 11 hours of a day are night.
  const found = await night({});
  expect(found?.people).toBeGreaterThanOrEqual(45);
  expect(found?.people).toBeLessThanOrEqual(47);
  expect(await night({ endsAt: null })).toBeUndefined();
  const window = { start: "09:00", end: "19:00", timezone: "Europe/Berlin" };
  expect(await night({ record: { calling_window: window } })).toBeUndefined();
  await gateway.database.db.insert(campaignHoursTable).values({
    ...{ accountId: "", campaignId: "c-night", days: [1, 2, 3, 4, 5, 6, 7], from: "10:00", to: "20:00" },
    ...{ zone: "Europe/Berlin", personId: "p", by: "Casey Brandt", setAt: new Date() },
  });
  expect(await night({})).toBeUndefined();
});
