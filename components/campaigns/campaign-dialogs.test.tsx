import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pageOf, planRead } from "@/components/records-testing";
import { PlanDialog } from "@/components/send/plan-dialog";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { type CampaignGuard, progressOf } from "@/lib/contract/console/campaign-progress";
import { listSaved } from "@/lib/contract/console/saved";
import { ResumeDialog } from "./bulk-bar";
import { StartDialog } from "./campaign-dialogs";

vi.mock("next/navigation", async () => (await import("@/components/testing")).navigation);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-20T20:00:00Z"), toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

const nothing = () => undefined;
const question = { sends: "POST", off: undefined, onConfirm: nothing, onClose: nothing };
const text = (html: string) => html.replaceAll(/<[^>]*>/g, "");

const startOf = (
  record: Record<string, unknown>,
  reads: Parameters<typeof pageOf>[1] = [],
  guard: Partial<CampaignGuard> = {},
) => {
  const known = progressOf(record, "2026-11-20T20:00:00Z");
  return text(
    pageOf(
      <StartDialog
        verb="resume"
        campaign_id="c"
        name="Winter"
        record={record}
        progress={{ ...known, guard: { ...known.guard, ...guard } }}
        {...question}
      />,
      reads,
    ),
  );
};

const counts = { total_contacts: 300, completed_contacts: 90, pending_contacts: 210 };
const calling_hours = { start: "09:00", end: "17:30", timezone: "UTC", days: ["mon", "tue", "wed", "thu", "fri"] };

test("people are called from now only while calling hours are open", () => {
  expect(startOf({ ...counts, max_concurrency: 3, calling_hours })).toContain(
    "210 people will be called, 3 at a time, from Mon 09:00.",
  );
  expect(startOf({ ...counts, calling_hours: { ...calling_hours, end: "21:00" } })).toContain("from now.");
  expect(startOf(counts)).toContain("210 people will be called, from now.");
});

test("who starts a campaign outside the calling hours of the guard rail is warned of what happens then", () => {
  const closed = (will_pause: boolean) =>
    startOf(counts, [], { closed_hours: { from: "09:00", to: "17:00", zone: "Europe/London", will_pause } });
  expect(closed(true)).toContain("Outside the calling hours of the guard rail, which will pause it");
  expect(closed(true)).toContain("09:00 to 17:00 in Europe/London");
  expect(closed(false)).toContain("which paused it. If you resume it, people are called all the same");
  expect(startOf(counts)).not.toContain("guard rail");
});

test("credit for one person is shown in minutes, without sharing it out", () => {
  const number = {
    ...{ id: "n", phone_number: "+442079460112", status: "active", localized_cost_per_minute: "0.0600" },
    localized_currency: "GBP",
  };
  const reads = [
    planRead({ localized_balance: "54.20", localized_currency: "GBP" }),
    [listPhoneNumbers, { page: 1, limit: 100 }, { items: [number], total: 1, page: 1, limit: 100 }],
  ] satisfies Parameters<typeof pageOf>[1];
  const said = (waiting: number) => startOf({ phone_number_id: "n", total: waiting, pending: waiting }, reads);
  expect(said(1)).toContain("Enough for 903 minutes, at");
  expect(said(2)).toContain("Enough for 451 minutes with each of 2 people, at");
});

const campaign = (given: Partial<KnownCampaign>): KnownCampaign => ({
  ...{ id: "c1", label: null, name: "Winter", pinned: false, status: "paused", not_found_since: null },
  ...{ assistant: null, counts: { waiting: 210 }, far: { through: 90, total: 300 }, pace: null, paused_by: null },
  ...{ ended_at: null, reason: null, changed_at: null, read_at: null, opens_at: null },
  ...given,
});

const resumeOf = (campaigns: readonly KnownCampaign[]) =>
  text(pageOf(<ResumeDialog campaigns={campaigns} onConfirm={nothing} onClose={nothing} />, []));

test("resuming several campaigns asks with the people of each, when they are called, and how many they are in all", () => {
  const closed = campaign({ id: "c2", name: "Autumn", counts: {}, opens_at: "2026-11-23T09:00:00.000Z" });
  const asked = resumeOf([campaign({}), closed]);
  expect(asked).toContain("420 people will be called:");
  expect(asked).toContain("Winter: 210 people, from now");
  expect(asked).toContain("Autumn: 210 people, from Mon 09:00");
});

test("where the people of a campaign are not known, the total says that there may be more", () => {
  const unread = campaign({ id: "c3", name: "Spring", counts: {}, far: null });
  const asked = resumeOf([campaign({}), unread, campaign({ id: "c4", name: "Old", counts: { waiting: 0 } })]);
  expect(asked).toContain("At least 210 people will be called:");
  expect(asked).toContain("Spring: unknown how many people wait");
  expect(asked).toContain("Old: nobody waiting");
  expect(resumeOf([unread])).toContain("Unknown how many people will be called:");
});

const planOf = (status: string | null) => {
  const known = { resource: "campaigns", ref: "c", label: null, name: "Winter", pinned: false };
  const seen = { last_status_word: status, last_seen_at: null, opened_by: null, named_by: null, not_found_since: null };
  return pageOf(<PlanDialog campaign_id="c" onClose={nothing} />, [
    [listSaved, { resource: "campaigns" }, { data: [{ ...known, ...seen }] }],
  ]);
};

test.each(["paused", "running", "draft", "simmering", null])(
  "the planned actions for a campaign whose status is %s fits it at first: nothing is said against it",
  (status) => {
    expect(planOf(status)).toContain("Plan an action");
    expect(planOf(status)).not.toContain("may be refused");
  },
);

test("an action that does not fit the status now is reported as refused unless that has changed by then", () => {
  expect(text(planOf("completed"))).toContain("Its status is completed now: Start may be refused unless that changes.");
});
