import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { startPlatform } from "@/lib/testing/local-platform";
import { neighbour } from "@/lib/testing/neighbour-organization";
import { seeded } from "@/platform/seed/seed";
import { campaignStatuses, campaignTable } from "@/platform/tables/campaigns";
import { organizationTable } from "@/platform/tables/organizations";
import { phoneNumberTable } from "@/platform/tables/phone-numbers";
import { type Trigger, triggers } from "./campaign-states";

// The worker never runs, so that only triggers change the campaign.
const { ask, db } = await startPlatform({ pollMs: 3_600_000 });
const id = seeded.campaigns.paused;
const path = `/v1/campaigns/${id}`;

const set = (values: Partial<typeof campaignTable.$inferInsert>) =>
  db.update(campaignTable).set(values).where(eq(campaignTable.id, id));
const counts = {
  total_contacts: 9,
  pending_contacts: 5,
  in_progress_contacts: 1,
  completed_contacts: 2,
  failed_contacts: 1,
};

beforeEach(async () => {
  await set({
    ...counts,
    cancelled_contacts: 0,
    assistant_id: seeded.assistants.renewals,
    phone_number_id: seeded.phoneNumbers.main,
  });
  await db.update(organizationTable).set({ balance: "100" });
});

const every = campaignStatuses.flatMap((status) =>
  (Object.keys(triggers) as Trigger[]).map((trigger) => ({ status, trigger })),
);

// Written out instead of derived from the code, because this is the specification.
const allowed: Record<string, string> = {
  "start draft": "running",
  "start scheduled": "running",
  "pause running": "paused",
  "resume paused": "running",
  "cancel scheduled": "cancelled",
  "cancel running": "cancelled",
  "cancel paused": "cancelled",
};
const requiredStates = {
  start: "draft or scheduled",
  pause: "running",
  resume: "paused",
  cancel: "scheduled, running, or paused",
};

test.for(every)("allows or refuses $trigger when the campaign is $status", async ({ status, trigger }) => {
  await set({ status });
  const answer = await ask("POST", `${path}/${trigger}`);
  const next = allowed[`${trigger} ${status}`];
  if (next) expect(answer).toMatchObject({ status: 200, body: { success: true, message: expect.any(String) } });
  else
    expect(answer).toMatchObject({
      status: 400,
      body: {
        success: false,
        message: `Campaign must be ${requiredStates[trigger]} to ${trigger}; current status is ${status}`,
        error: { code: "invalid_state", details: { status } },
      },
    });
  expect((await ask("GET", path)).body.data.status).toBe(next ?? status);
});

test("cancelling takes the contacts that wait, and leaves those being called", async () => {
  await set({ status: "running" });
  await ask("POST", `${path}/cancel`);
  expect((await ask("GET", path)).body.data).toMatchObject({
    ...counts,
    pending_contacts: 0,
    cancelled_contacts: 5,
    cancelled_at: expect.any(String),
  });
  expect((await ask("POST", `${path}/cancel`)).status).toBe(400);
});

test.for([
  [
    "no contacts",
    { total_contacts: 0, pending_contacts: 0 },
    "Campaign must have at least one contact to start; it has none.",
  ],
  ["no number", { phone_number_id: null }, "Campaign has no phone number to call from."],
  ["a suspended number", { phone_number_id: seeded.phoneNumbers.suspended }, /must be active; its status is suspended/],
  ["no assistant", { assistant_id: null }, "Campaign has neither an assistant nor a workflow to make its calls."],
] as const)("does not start a campaign with %s, and gives the reason", async ([, values, message]) => {
  await set({ status: "draft", ...values });
  const answer = await ask("POST", `${path}/start`);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toMatch(message);
  expect((await ask("GET", path)).body.data.status).toBe("draft");
});

test("refuses start and resume when the balance is below the plan's minimum", async () => {
  await db.update(organizationTable).set({ balance: "9.9999" });
  for (const [status, trigger] of [
    ["draft", "start"],
    ["paused", "resume"],
  ] as const) {
    await set({ status });
    const answer = await ask("POST", `${path}/${trigger}`);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: "insufficient_balance" } } });
  }
  await db.update(organizationTable).set({ balance: "12.64" });
  expect((await ask("POST", `${path}/resume`)).status).toBe(200);
});

test("compares the minimum with the balance in the plan's currency", async () => {
  await db.update(organizationTable).set({ balance: "12.60" });
  await set({ status: "draft" });
  const { data: plan } = (await ask("GET", "/v1/phone-numbers/plan-limits")).body;
  expect(plan).toMatchObject({ localized_balance: "9.9729", localized_currency: "GBP", is_allowed: false });
  expect(plan.pricing).toMatchObject({ min_credit_balance: "10.00", currency: "GBP" });
  expect((await ask("POST", `${path}/start`)).body.message).toBe(
    "Credit balance must be at least 10.00 GBP; it is 9.9729 GBP.",
  );
});

test("refuses one of two concurrent starts", async () => {
  await set({ status: "draft" });
  const answers = await Promise.all([ask("POST", `${path}/start`), ask("POST", `${path}/start`)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("does not start a campaign with another organization's number", async () => {
  await set({ status: "draft", phone_number_id: neighbour.phoneNumber });
  expect((await ask("POST", `${path}/start`)).body.error.code).toBe("no_phone_number");
  expect(await db.$count(phoneNumberTable)).toBeGreaterThan(0);
});
