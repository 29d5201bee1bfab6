import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { typedPeople } from "@/components/preflight/action-fit";
import { PlanDialog } from "@/components/preflight/plan-dialog";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import type { AdminHours } from "@/lib/contract/console/automation/hours";
import { listPlanned, type PlannedAction } from "@/lib/contract/console/automation/planned";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { type CampaignPace, progressOf } from "@/lib/contract/console/campaign-progress";
import { campaignOverlap, listPeople } from "@/lib/contract/console/contact-lists";
import { listWaiting } from "@/lib/contract/console/do-not-call";
import { listSaved } from "@/lib/contract/console/saved";
import { pageOf, planRead } from "@/lib/testing/components/records";
import { AskMany } from "./ask-many";
import { AskOne } from "./ask-one";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-20T20:00:00Z"), toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

const nothing = () => undefined;
const question = { off: undefined, onAct: nothing, onClose: nothing };
const text = (html: string) => html.replaceAll(/<[^>]*>/g, "");

const startOf = (
  record: Record<string, unknown>,
  reads: Parameters<typeof pageOf>[1] = [],
  pace: Partial<CampaignPace> = {},
) => {
  const known = progressOf(record, "2026-11-20T20:00:00Z");
  return text(
    pageOf(
      <AskOne
        verb="resume"
        campaign_id="c"
        name="Winter"
        record={record}
        progress={{ ...known, pace: { ...known.pace, ...pace } }}
        {...question}
      />,
      reads,
    ),
  );
};

const counts = { total_contacts: 300, completed_contacts: 90, pending_contacts: 210 };
const calling_hours = { start: "09:00", end: "17:30", timezone: "UTC", days: [1, 2, 3, 4, 5] };

test("people are called from now only while calling hours are open", () => {
  expect(startOf({ ...counts, max_concurrency: 3, calling_hours })).toContain(
    "210 people will be called, 3 at a time, from Mon 09:00.",
  );
  expect(startOf({ ...counts, calling_hours: { ...calling_hours, end: "21:00" } })).toContain("from now.");
  expect(startOf(counts)).toContain("210 people will be called, from now.");
});

type PlannedRead = Parameters<typeof pageOf>[1][number];

/** The hours for all campaigns as an admin set them; by default for all campaigns, from 09:00 to 17:00. */
const adminHours = (given: Partial<AdminHours> = {}): AdminHours => ({
  ...{
    zone: "Europe/London",
    days: [1, 2, 3, 4, 5],
    from: "09:00",
    to: "17:00",
    campaigns: null,
    set_by: "Mara Okafor",
  },
  ...given,
});

const plannedRead = (
  admin_hours: AdminHours | null,
  { input = { campaign_id: "c" }, data = [] }: { input?: { campaign_id?: string }; data?: readonly unknown[] } = {},
): PlannedRead => [listPlanned, input, { data, other_platforms: [], hours: [], admin_hours }];
const noHours = plannedRead(null);
const noHoursOfAll = plannedRead(null, { input: {} });
const ofAll = (given?: Partial<AdminHours>) => plannedRead(adminHours(given), { input: {} });

test("warns of the pause when a campaign starts outside the calling hours for all campaigns", () => {
  const closed = (data: readonly unknown[]) => startOf(counts, [plannedRead(adminHours(), { data })]);
  const pause = { id: "p", campaign_id: "c", action: "pause", state: "done", cause: "calling_hours" };
  expect(closed([])).toContain("Outside the calling hours for all campaigns, which will pause it");
  expect(closed([{ ...pause, is_in_force: false }])).toContain("which will pause it");
  expect(closed([])).toContain("weekdays 09:00–17:00 London time");
  expect(closed([{ ...pause, is_in_force: true }])).toContain(
    "which paused it. If you resume it, people are called anyway",
  );
  expect(startOf(counts, [noHours])).not.toContain("for all campaigns");
});

test("names the hours for all campaigns while they are open, and does not warn", () => {
  const hours = { zone: "UTC", days: [5, 6], from: "08:00", to: "21:00" };
  const open = startOf(counts, [plannedRead(adminHours(hours))]);
  expect(open).toContain("The calling hours for all campaigns are open");
  expect(open).toContain("Fri, Sat 08:00–21:00 UTC");
  expect(open).not.toContain("No calling hours");
  expect(startOf(counts, [plannedRead(adminHours({ ...hours, campaigns: ["c"] }))])).not.toContain("No calling hours");
  expect(startOf(counts, [plannedRead(adminHours({ ...hours, campaigns: ["other"] }))])).toContain("No calling hours");
});

test("warns of calls at night, and for how long, when the record has no calling hours", () => {
  const asked = (pace: Partial<CampaignPace>, waiting = 47_460) =>
    startOf({ total: waiting, pending: waiting, calling_window: null }, [noHours], pace);
  const warning = "No calling hours: calls go on at night.";
  expect(asked({ perMinute: 4.4 })).toContain(`${warning} About 7 days at 4.4 a minute.Set hours…`);
  expect(asked({ perMinute: 0, perMinuteInAll: 2 }, 300)).toContain(`${warning} About 3 hours at 2.0 a minute.`);
  expect(asked({ perMinute: 10 }, 400)).toContain(`${warning} About 40 minutes at 10.0 a minute.`);
  expect(asked({ perMinute: null })).toContain(`${warning}Set hours…`);
  expect(asked({ perMinute: 4 }, 0)).toContain(`${warning}Set hours…`);
});

test("claims no missing calling hours when the record or the hours are not known", () => {
  const claim = "No calling hours";
  expect(startOf({})).not.toContain(claim);
  expect(startOf(counts)).toContain("Checking calling hours");
  const odd = startOf({ ...counts, calling_window: { start: "9 am", end: "5 pm" } }, [noHours]);
  expect(odd).toContain("Calling hours unknown: Switchboard does not recognize them in the record");
  for (const asked of [odd, startOf(counts)]) expect(asked).not.toContain(claim);
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
  expect(said(1)).toContain("Enough for about 903 minutes, at");
  expect(said(2)).toContain("Enough for about 451 minutes per person, at");
});

const campaign = (given: Partial<KnownCampaign>): KnownCampaign => ({
  ...{ id: "c1", label: null, name: "Winter", status: "paused", not_found_since: null },
  ...{ assistant: null, counts: { waiting: 210 }, handled: { count: 90, total: 300 }, pace: null, paused_by: null },
  ...{ ended_at: null, reason: null, changed_at: null, read_at: null, opens_at: null },
  ...{ has_hours: true, night: null, figures: null },
  ...given,
});

const resumeOf = (campaigns: readonly KnownCampaign[], reads: Parameters<typeof pageOf>[1] = []) =>
  text(pageOf(<AskMany campaigns={campaigns} onAct={nothing} onClose={nothing} />, reads));

test("resuming several campaigns says how many of them have no calling hours", () => {
  const [none, unknown] = [{ has_hours: false }, { has_hours: null }];
  const some = ["c1", "c2", "c3"].map((id) => campaign({ id, ...none }));
  const all = [...some, campaign({ id: "c4" })];
  expect(resumeOf(all, [noHoursOfAll])).toContain("3 of 4 have no calling hours: calls go on at night.");
  expect(resumeOf(all, [ofAll({ campaigns: ["c1", "c2"] })])).toContain("1 of 4 has no calling hours");
  expect(resumeOf([...all, campaign({ id: "c5", ...unknown })], [noHoursOfAll])).toContain(
    "Calling hours unknown for 1.",
  );
  for (const asked of [resumeOf(all, [ofAll()]), resumeOf([campaign({})], [noHoursOfAll]), resumeOf(all)])
    expect(asked).not.toMatch(/calling hours/i);
});

test("resuming several campaigns asks with the people of each, when they are called, and how many they are in all", () => {
  const closed = campaign({ id: "c2", name: "Autumn", counts: {}, opens_at: "2026-11-23T09:00:00.000Z" });
  const asked = resumeOf([campaign({}), closed]);
  expect(asked).toContain("420 people will be called:");
  expect(asked).toContain("Winter: 210 people, from now");
  expect(asked).toContain("Autumn: 210 people, from Mon 09:00");
});

test("where the people of a campaign are not known, the total says that there may be more", () => {
  const unread = campaign({ id: "c3", name: "Spring", counts: {}, handled: null });
  const asked = resumeOf([campaign({}), unread, campaign({ id: "c4", name: "Old", counts: { waiting: 0 } })]);
  expect(asked).toContain("At least 210 people will be called:");
  expect(asked).toContain("Spring: unknown how many people are waiting");
  expect(asked).toContain("Old: nobody waiting");
  expect(resumeOf([unread])).toContain("Unknown how many people will be called:");
});

const planOf = (
  status: string | null,
  actions: readonly unknown[] = [],
  planned?: unknown,
  record: Record<string, unknown> = { status },
  reads: Parameters<typeof pageOf>[1] = [],
) => {
  const known = { resource: "campaigns", ref: "c", label: null, name: "Winter" };
  const seen = { last_status_word: status, last_seen_at: null, opened_by: null, named_by: null, not_found_since: null };
  return pageOf(<PlanDialog campaign_id="c" planned={planned as PlannedAction} onClose={nothing} />, [
    [getCampaign, { campaign_id: "c" }, { success: true, data: record }],
    plannedRead(null, { data: actions }),
    [listSaved, { resource: "campaigns" }, { data: [{ ...known, ...seen }] }],
    ...reads,
  ]);
};

const resume = {
  ...{ id: "p2", campaign_id: "c", action: "resume", state: "planned" },
  ...{ local: "2026-11-21T03:00", zone: "UTC", at: "2026-11-21T03:00:00.000Z" },
};

test.each(["paused", "running", "draft", "simmering", null])(
  "the scheduled actions for a campaign whose status is %s fits it at first: nothing is said against it",
  (status) => {
    expect(planOf(status)).toContain("Schedule an action");
    expect(planOf(status)).not.toContain("The campaign");
  },
);

test("says why an action does not fit, unless an earlier scheduled action comes first", () => {
  expect(text(planOf("completed"))).toContain("The campaign has ended.");
  const pause = { ...resume, id: "p1", action: "pause", at: "2026-11-20T23:00:00.000Z" };
  expect(text(planOf("running", [resume], resume))).toContain("The campaign is already running.");
  expect(text(planOf("running", [pause, resume], resume))).not.toContain("already running");
});

test("judges calling hours for the planned time, and asks for the number of many people", () => {
  const record = { status: "paused", total_contacts: 1_300, pending_contacts: 1_200, calling_hours };
  const asked = text(planOf("paused", [resume], resume, record));
  expect(asked).toContain("1,200 people will be called, from Mon 09:00.");
  expect(asked).toContain("Calling hours are closed then, and open Mon 09:00");
  expect(asked).toContain("Type the number of people to confirm");
  expect(text(planOf("paused", [resume], { ...resume, action: "pause" }, record))).not.toContain("will be called");
});

test("asks for the number of people when more than a thousand are called", () => {
  const label = "Type the number of people to confirm";
  const waiting = (count: number) => ({ total_contacts: 2_000, pending_contacts: count });
  expect(startOf(waiting(1_001))).toContain(label);
  expect(startOf(waiting(1_000))).not.toContain(label);
  const some = [700, 301].map((count) => campaign({ id: `c${count}`, counts: { waiting: count } }));
  expect(resumeOf(some)).toContain(label);
  expect(resumeOf(some.slice(1))).not.toContain(label);
  expect(typedPeople(720, 72)?.text).toBe("720");
  expect([typedPeople(719, 72), typedPeople(400, 0), typedPeople(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("cannot resume a campaign that runs meanwhile", () => {
  expect(startOf({ ...counts, status: "running" })).toContain("The campaign is already running.");
  expect(startOf({ ...counts, status: "paused" })).not.toContain("already running");
});

test("leaves out of several campaigns those that no longer fit, and says why", () => {
  const ended = campaign({ id: "c2", name: "Autumn", status: "cancelled" });
  const one = resumeOf([campaign({}), ended]);
  expect(one).toContain("210 people will be called:");
  expect(one).toContain("Autumn: left out. The campaign has ended.");
  expect(one).toContain("Resume Winter");
  expect(resumeOf([ended, campaign({ id: "c3", status: "running" })])).toContain("None of these can be resumed now.");
  expect(resumeOf([campaign({}), campaign({ id: "c4", not_found_since: "2026-11-20T12:00:00Z" })])).toContain(
    "left out. The platform no longer has this record.",
  );
});

test("marks people as in no other campaign only when all of them were compared", () => {
  const start = (overlap: unknown, record = counts) =>
    pageOf(<AskOne verb="start" campaign_id="c" name="Winter" {...{ record }} progress={null} {...question} />, [
      [campaignOverlap, { campaign_id: "c" }, overlap] as Parameters<typeof pageOf>[1][0],
      noHours,
      planRead({ localized_balance: "54.20", localized_currency: "GBP" }),
    ]);
  const total = { ...counts, total_contacts: 408 };
  const none = start({ people: 400, other_campaigns: [] }, total);
  expect(text(none)).toContain("None of the 400 people uploaded here is in another campaign");
  expect(text(none)).toContain("8 other people were added outside Switchboard, and cannot be compared");
  expect(none).not.toContain("text-ok-fill");
  expect(start({ people: 408, other_campaigns: [] }, total)).toContain("text-ok-fill");
  expect(text(start({ people: 0, other_campaigns: [] }))).toContain("These contacts were added outside Switchboard");
  const other = { campaign_id: "s", name: "Spring", people: 285, begun_at: "2026-11-27T09:00:00Z" };
  expect(text(start({ people: 286, other_campaigns: [other] }))).toContain(
    "285 of 286 people were also sent to Spring",
  );
});

const peopleRead = (places: readonly unknown[]): Parameters<typeof pageOf>[1][number] => [
  listPeople,
  { campaign_id: "c" },
  { data: { places, others: 0 } },
];
const inNewYork = peopleRead([{ country: "US", zones: ["America/New_York"], people: 210 }]);

test("says when people are called in their own time, by calling hours or else at the press", () => {
  const london = { calling_hours: { ...calling_hours, timezone: "Europe/London" } };
  const people = "210 of 210 people are in the United States";
  expect(startOf({ ...counts, ...london }, [inNewYork])).toContain(`${people}: from 04:00 their time`);
  vi.setSystemTime("2026-11-20T09:30:00Z");
  expect(startOf(counts, [inNewYork, noHours])).toContain(`${people}: 04:30 their time`);
  expect(startOf(counts)).toContain("Checking what time it is for these people");
});

test("judges the people's time by the hours for all campaigns while they are open, else by the moment", () => {
  const limit = { zone: "UTC", days: [1, 2, 3, 4, 5, 6, 7], from: "08:00", to: "21:00" };
  expect(startOf(counts, [inNewYork, plannedRead(adminHours(limit))])).toContain(": from 03:00 their time");
  vi.setSystemTime("2026-11-20T07:30:00Z");
  expect(startOf(counts, [inNewYork, plannedRead(adminHours(limit))])).toContain(": 02:30 their time");
});

test("shows the times of the people of several campaigns, one line for all that begin together", () => {
  const peopleOf = (id: string, zone: string): Parameters<typeof pageOf>[1][number] => [
    listPeople,
    { campaign_id: id },
    { data: { places: [{ country: "US", zones: [zone], people: 210 }], others: 0 } },
  ];
  const later = { opens_at: "2026-11-21T15:00:00.000Z" };
  const campaigns = [campaign({}), campaign({ id: "c2" }), campaign({ id: "c3", ...later })];
  const reads = ["c1", "c2", "c3"].map((id) => peopleOf(id, "America/New_York"));
  const asked = resumeOf(campaigns, [noHoursOfAll, ...reads]);
  expect(asked).toContain("All 420 people: 15:00 their time");
  expect(asked).toContain("All 210 people: 10:00 their time");
  vi.setSystemTime("2026-11-20T09:30:00Z");
  expect(resumeOf(campaigns.slice(0, 2), [noHoursOfAll, ...reads])).toContain(
    "420 of 420 people are in the United States: 04:30 their time",
  );
  expect(resumeOf(campaigns, [noHoursOfAll])).toContain("Checking what time it is for these people");
});

test("judges the people's time for the scheduled moment", () => {
  const record = { status: "paused", total_contacts: 300, pending_contacts: 210 };
  expect(text(planOf("paused", [resume], resume, record, [inNewYork]))).toContain(": 22:00 their time");
});

const waitingRead = (people: number): [typeof listWaiting, { campaign_id?: string }, unknown] => [
  listWaiting,
  {},
  {
    ...{ people, listed: people, since: "2026-11-03T09:00:00.000Z" },
    campaigns: [
      { campaign_id: "c1", name: "Winter", status: "paused", people, unconfirmed: people, calls: 0, open_calls: 0 },
    ],
  },
];

test("resuming several campaigns asks for the blocked people who wait in them", () => {
  const page = pageOf(
    <AskMany campaigns={[campaign({}), campaign({ id: "c2" })]} onAct={nothing} onClose={nothing} />,
    [waitingRead(3)],
  );
  expect(text(page)).toContain("3 waiting people are on the do-not-call list");
  expect(text(page)).toContain("Call these 3 people anyway");
  expect(page).toMatch(/<button[^>]*aria-disabled="true"[^>]*>(?:<[^>]+>)*Resume 2 campaigns/);
  expect(text(page)).toContain("Winter: 3 people.");
  const others = ["c8", "c9"].map((id) => campaign({ id }));
  expect(resumeOf(others, [waitingRead(3)])).toContain("Nobody who was uploaded here is on the do-not-call list");
});

test("speaks the campaign's clock in a dialog, and names the reader's once", () => {
  const newYork = { ...calling_hours, end: "14:00", timezone: "America/New_York" };
  const said = startOf({ ...counts, calling_hours: newYork });
  expect(said).toContain("will be called, from Mon 09:00 (14:00 UTC).");
  expect(said).toContain("Calling hours are closed, and open Mon 09:00");
  expect(said.match(/14:00 UTC/g)).toHaveLength(1);
});

test("proposes the start that is in the day of everybody, unless the chosen one is", () => {
  const places = [
    { country: "DE", zones: ["Europe/Berlin"], people: 5 },
    { country: "US", zones: ["America/Los_Angeles"], people: 5 },
  ];
  const reads = [[listPeople, { campaign_id: "c" }, { data: { places, others: 0 } }]] satisfies Parameters<
    typeof pageOf
  >[1];
  const said = (local: string) =>
    text(planOf("paused", [], { ...resume, local, zone: "Europe/London" }, { status: "paused" }, reads));
  expect(said("2026-11-24T09:00")).toContain("Between 08:00 and 21:00 for everybody: 16:00–20:00 London.Use 16:00");
  expect(said("2026-11-24T17:00")).toContain("16:00–20:00 London.");
  expect(said("2026-11-24T17:00")).not.toContain("Use 16:00");
});
