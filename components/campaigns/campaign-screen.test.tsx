import { beforeAll, expect, test } from "vitest";
import { CampaignBarKey } from "@/components/registry/campaign-bar";
import { loadDeferred } from "@/components/ui/browser/deferred";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { listAnswers } from "@/lib/contract/console/audit";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import { getCampaignProgress, progressOf } from "@/lib/contract/console/campaign-progress";
import { listWaiting } from "@/lib/contract/console/do-not-call";
import { listRelated } from "@/lib/contract/console/related-records";
import { Problem } from "@/lib/contract/problem";
import { pageOf } from "@/lib/testing/components/records";
import type { FailedRead, Read } from "@/lib/testing/components/render-with-reads";
import { CampaignScreen } from "./campaign-screen";
import { samplesWithin } from "./progress-curve";

beforeAll(loadDeferred);

function textOf(
  record: Record<string, unknown>,
  given: Partial<ReturnType<typeof progressOf>> = {},
  reads: readonly Read[] = [],
) {
  const page = pageOf(<CampaignScreen campaign_id="c" />, [
    [getCampaign, { campaign_id: "c" }, { success: true, data: record }],
    [
      getCampaignProgress,
      { campaign_id: "c" },
      { data: { ...progressOf(record, "2026-11-23T08:25:00.000Z"), ...given } },
    ],
    ...reads,
  ]);
  return page.replaceAll(/<[^>]*>/g, "");
}

const waitingIn = (people: number): Read => [
  listWaiting,
  { campaign_id: "c" },
  { people, listed: people, since: null, campaigns: [] },
];

test.each([
  [
    "running",
    /2 people on the do-not-call list can still be called\..*Pause or cancel the campaign to stop the calls\./,
  ],
  ["paused", /2 people on the do-not-call list can still be called\..*asks before it resumes the campaign\./],
  ["draft", /2 people on the do-not-call list can still be called\..*asks before it starts the campaign\./],
])("says that blocked people wait in a campaign that is %s", (status, sentence) => {
  expect(textOf({ status }, {}, [waitingIn(2)])).toMatch(sentence);
  expect(textOf({ status }, {}, [waitingIn(0)])).not.toContain("do-not-call list");
});

/** The page above its record. */
const headOf = (...given: Parameters<typeof textOf>) => textOf(...given).split("All fields", 1)[0] ?? "";

test("a campaign that failed says why at the head of its page", () => {
  const reason = "Phone number +44 20 7946 0191 was suspended";
  expect(headOf({ status: "failed", status_reason: reason })).toContain(`“${reason}”`);
  expect(headOf({ status: "running", status_reason: reason })).not.toContain(reason);
});

test("what has not moved since it was first seen has not moved for at least that long", () => {
  const record = { status: "running", total: 300, completed: 90, pending: 210 };
  const first_seen_at = "2026-11-23T08:20:00.000Z";
  const { pace } = progressOf(record, first_seen_at);
  const headSince = (stillSince: string) => headOf(record, { first_seen_at, pace: { ...pace, stillSince } });
  const [first, later] = [headSince(first_seen_at), headSince("2026-11-23T08:22:00.000Z")];
  expect(first).toContain("No movement for at least 5 min");
  expect(first).toMatch(/nothing has changed since at least [^.]*08:20/);
  expect(first).toContain("no movement for at least 5 min");
  expect(later).toContain("No movement for 3 min");
  expect(later).not.toContain("at least");
});

test("counts that contradict each other are shown as they are, and none are said to be missing", () => {
  const head = headOf({ status: "running", total_contacts: 720, completed_contacts: 900, failed_contacts: 13 });
  expect(head).toContain("contradict each other");
  expect(head).toContain("720 contacts in all");
  expect(head).toContain("Done 900");
});

test("says below the record that contact counts are missing", () => {
  expect(textOf({ status: "running", total_calls: 4 })).toMatch(/All fields.*recognizes no contact counts/);
});

test("a rule's pause stands above a record without contact counts", () => {
  const by = { cause: "balance_low", at: "2026-11-23T04:06:00.000Z", because: null } as const;
  const head = headOf(
    { status: "paused" },
    { guard: { paused_by: by, closed_hours: null, left_running_until: null, outside_set_hours: null, night: null } },
  );
  expect(head).toContain("Paused by the alert rule “Credit runs low”");
});

test("the key to a campaign's bar keeps its colors as the bar does", () => {
  const marks = pageOf(<CampaignBarKey counts={{ done: 1, failed: 1, active: 1, waiting: 1 }} />, []).match(
    /<i [^>]*>/g,
  );
  expect(marks).toHaveLength(4);
  for (const mark of marks ?? []) expect(mark).toContain("forced-color-adjust-none");
});

test("a campaign that the hours for all campaigns paused says so, with what for", () => {
  const by = {
    cause: "calling_hours",
    at: "2026-11-23T04:06:00.000Z",
    because: "Outside 09:00–17:00, UTC",
  } as const;
  const closed_hours = { from: "09:00", to: "17:00", zone: "UTC" };
  const head = headOf(
    { status: "paused", total: 300, completed: 90 },
    { guard: { paused_by: by, closed_hours, left_running_until: null, outside_set_hours: null, night: null } },
  );
  expect(head).toMatch(/Paused by the calling hours for all campaigns, .*04:06/);
  expect(head).toContain("Calls are made from 09:00 to 17:00, UTC. It stays paused until somebody resumes it.");
});

test("says that calls go on when a campaign was resumed outside the hours for all campaigns", () => {
  const guard = {
    paused_by: null,
    closed_hours: { from: "09:00", to: "17:00", zone: "UTC" },
    left_running_until: "2026-11-24T17:00:00.000Z",
    outside_set_hours: null,
    night: null,
  };
  const record = { status: "running", total: 300, completed: 90 };
  const head = headOf(record, { guard });
  expect(head).toContain("Calls go on outside the calling hours for all campaigns");
  expect(head).toMatch(/will not pause this campaign again before [^.]*17:00/);
  const calling_hours = { start: "22:00", end: "23:00", timezone: "UTC" };
  expect(headOf({ ...record, calling_hours }, { guard })).not.toContain("Calls go on");
  expect(headOf(record, { guard: { ...guard, left_running_until: null } })).not.toContain("Calls go on");
});

test("is headed by the record's title when it has no name", () => {
  expect(headOf({ title: "Spring renewals", status: "draft" })).toContain("Spring renewals");
});

test("recognizes counts in an object of contacts", () => {
  const record = { status: "running", contacts: { total: 720, completed: 20, pending: 700 }, server_time: 4 };
  expect(headOf(record)).toContain("20 of 720 done");
});

const input = { campaign_id: "c" };

test("offers no scheduling and no label when the campaign does not exist", () => {
  const campaign: Read = [getCampaign, input, { success: true, data: { status: "running", total: 4 } }];
  const never: Read = [getCampaignProgress, input, { data: null }];
  const failed: FailedRead[] = [[getCampaign, input, new Problem("not_found")]];
  const missing = pageOf(<CampaignScreen campaign_id="c" />, [never], { failed, showsLoaded: true });
  const existing = pageOf(<CampaignScreen campaign_id="c" />, [campaign, never]);
  expect(missing).toContain("No campaign with this ID");
  for (const page of [missing, existing]) expect(page).toContain(">Timeline</h2>");
  for (const offer of ["Schedule an action", "Contacts and results", "Add a label"]) {
    expect(existing).toContain(offer);
    expect(missing).not.toContain(offer);
  }
});

const noAnswers: Read = [listAnswers, { resource: "campaigns", target: "c" }, { data: [] }];

test("says that changes could not be read when their read failed", () => {
  const campaign: Read = [getCampaign, input, { success: true, data: { status: "running", total: 4 } }];
  const failed: FailedRead[] = [[getCampaignProgress, input, new Problem("switchboard-unreachable")]];
  const page = pageOf(<CampaignScreen campaign_id="c" />, [campaign, noAnswers], { failed });
  expect(page).toContain("Changes on the platform could not be read.");
});

test("leads with the import when a draft has no contacts, and cannot start it", () => {
  const draft = { status: "draft", total_contacts: 0, completed_contacts: 0 };
  const page = headOf(draft);
  expect(page).toContain("No contacts yet");
  expect(page).toContain("Start needs contacts");
  expect(page).not.toContain("over time");
  const filled = headOf({ ...draft, total_contacts: 5 });
  expect(filled).not.toContain("Start needs contacts");
  expect(filled).toContain("0 of 5 done. Not started yet");
});

test("leads with how and when a campaign ended, without an expected end", () => {
  const record = {
    ...{ status: "failed", total_contacts: 100, completed_contacts: 60, failed_contacts: 10 },
    ...{ started_at: "2026-11-22T06:00:00Z", completed_at: "2026-11-22T09:30:00Z" },
  };
  const page = headOf(record);
  expect(page).toMatch(/Ended Sun 09:30: 30 contacts were not called/);
  expect(page).toContain("Lasted3 h 30 min");
  expect(page).not.toContain("Answered");
  expect(page).not.toContain("Expected end");
  expect(headOf({ ...record, completed_contacts: 90 })).toContain("all 100 contacts are done or failed");
});

test("shows the facts that the record has, and leaves out the others", () => {
  const record = {
    ...{ status: "running", total: 10, completed: 1, phone_number: "+442079460142", max_concurrency: 2 },
    ...{ started_at: "2026-11-23T07:58:00Z" },
    retry_policy: { max_attempts: 3, retry_delay_seconds: 900, retry_on: ["busy", "no_answer"] },
  };
  const page = headOf(record);
  for (const fact of ["Calls from+44", "2 calls", "3 attempts, 15 min apartbusy, no answer"])
    expect(page).toContain(fact);
  expect(page).toMatch(/StartedMon [^:]*07:58/);
  const none = headOf({ status: "running", total: 10 });
  for (const title of ["Calls from", "At once", "Retries", "Assistant", "Started"]) expect(none).not.toContain(title);
});

test("keeps only samples between start and end, and moves the outer ones to these moments", () => {
  const sample = (minute: number, handled: number) => ({
    ...{ at: new Date(minute * 60_000).toISOString(), status: null, total: 9, handled },
  });
  const samples = [sample(0, 0), sample(5, 0), sample(9, 3), sample(30, 9), sample(60, 9)];
  const kept = (start?: number, end?: number) =>
    samplesWithin(samples, {
      startMs: start === undefined ? undefined : start * 60_000,
      endMs: end === undefined ? undefined : end * 60_000,
    }).map(({ at, handled }) => [Date.parse(at) / 60_000, handled]);
  expect(kept(6, 20)).toEqual([
    [6, 0],
    [9, 3],
    [20, 9],
  ]);
  expect(kept()).toHaveLength(5);
  expect(kept(-9, 70)).toHaveLength(5);
});

test("shows the counts of the platform and the known calls of a campaign", () => {
  const fields = { campaign_id: "c", customer_name: "Hedda", ended_reason: "customer-ended-call" };
  const related = (ref: string, name: string, of = "c") => ({
    ...{ resource: "calls", ref, name, status: "ended", read_at: "2026-11-23T08:25:00Z" },
    fields: { ...fields, campaign_id: of },
  });
  const data = [related("k1", "Call with Hedda"), related("k2", "Call with Bo", "other")];
  const record = { status: "running", total_contacts: 40, completed_contacts: 10, total_calls: 12, answered_calls: 6 };
  const page = pageOf(
    <CampaignScreen campaign_id="c" />,
    [
      [getCampaign, input, { success: true, data: record }],
      [getCampaignProgress, input, { data: progressOf(record, "2026-11-23T08:25:00.000Z") }],
      [listRelated, { value: "c", among: "calls" }, { data, has_more: false }],
      noAnswers,
    ],
    { search: "tab=contacts", showsLoaded: true },
  ).replaceAll(/<[^>]*>/g, "");
  expect(page).toContain("Done1025%");
  expect(page).toContain("Answered calls650%");
  expect(page).toContain("Call with Hedda Customer hung up");
  expect(page).not.toContain("Call with Bo");
});

const delayed = {
  ...{ id: "p", campaign_id: "c", campaign_name: "Winter", action: "start", at: "2026-11-23T08:30:08Z" },
  ...{ local: "2026-11-23T08:30", zone: "UTC", planned_by: "Mara Okafor", planned_by_id: "m", blocked_by: null },
  ...{ planned_at: "2026-11-23T08:29:58Z", message: null, ended_at: null, is_by_hours: false, is_delayed: true },
  confirmed_people: 1_200,
};

test("shows everybody who starts the campaign in a moment, and takes no second press", () => {
  const record = { status: "draft", total_contacts: 1_200, pending_contacts: 1_200 };
  const pageWith = (state: string) =>
    pageOf(<CampaignScreen campaign_id="c" />, [
      [getCampaign, { campaign_id: "c" }, { success: true, data: record }],
      [
        listPlanned,
        { campaign_id: "c" },
        { data: [{ ...delayed, state }], other_platforms: [], hours: [], admin_hours: null },
      ],
    ]);
  const page = pageWith("planned").replaceAll(/<[^>]*>/g, " ");
  expect(page).toMatch(/Mara Okafor starts it (in \d+ s|now)/);
  expect(page).toMatch(/Starts (in \d+ s|now)/);
  expect(page).not.toContain("Start…");
  for (const ended of ["done", "taken_back"]) {
    const after = pageWith(ended).replaceAll(/<[^>]*>/g, " ");
    expect(after).toContain("Start…");
    expect(after).not.toContain("Mara Okafor");
  }
});
