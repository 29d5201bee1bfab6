import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getCampaign } from "@/lib/contract/api/campaigns";
import type { AdminHours, SetHours } from "@/lib/contract/console/automation/hours";
import { listPauses } from "@/lib/contract/console/automation/pauses";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import type { Role } from "@/lib/contract/operation";
import { pageOf } from "@/lib/testing/components/records";
import type { Read } from "@/lib/testing/components/render-with-reads";
import { CallingHours } from "./calling-hours";
import { HoursCheck } from "./hours-check";
import { HoursDialog } from "./hours-dialog";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-20T18:00:00Z"), toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

const text = (html: string) => html.replaceAll(/<[^>]*>/g, "");

const hours: SetHours = {
  ...{ campaign_id: "c", campaign_name: "Winter", zone: "Europe/London", days: [1, 2, 3, 4, 5] },
  ...{ from: "10:00", to: "20:00", set_by: "Ines Duarte", set_at: "2026-11-20T12:00:00Z", is_readable: true },
};
const next = {
  ...{ id: "p", campaign_id: "c", campaign_name: "Winter", action: "pause", at: "2026-11-20T20:00:00Z" },
  ...{ local: "2026-11-20T20:00", zone: "Europe/London", planned_by: "Ines Duarte", planned_by_id: "i" },
  ...{ blocked_by: null, planned_at: "2026-11-20T12:00:00Z", state: "planned", message: null, ended_at: null },
  is_by_hours: true,
};

const sectionOf = (
  set: SetHours[],
  { admin_hours = null, record = { calling_window: null }, role = "campaign_manager" }: SectionOptions = {},
) =>
  text(
    pageOf(
      <CallingHours campaign_id="c" record={record} />,
      [
        [
          listPlanned,
          { campaign_id: "c" },
          { data: set.length > 0 ? [next] : [], other_platforms: [], hours: set, admin_hours },
        ],
        ...(role === "viewer" ? [] : [pausesRead]),
      ],
      { role },
    ),
  );

type SectionOptions = { admin_hours?: AdminHours | null; record?: Record<string, unknown>; role?: Role };

const admins: AdminHours = {
  ...{ zone: "Europe/Berlin", days: [1, 2, 3, 4, 5, 6, 7], from: "09:00", to: "21:00" },
  ...{ campaigns: null, set_by: "Mara Okafor" },
};
const off = {
  ...{ is_on: false, campaigns: null, changed_by: null, changed_at: null },
  ...{ last_pause_at: null, found: null, pauses: [] },
};
const limit = { minimum: null, percent: 30, minutes: 15, least: 20 };
const pausesRead: Read = [
  listPauses,
  {},
  {
    rules: [{ ...off, rule: "calls_failing", is_on: true, limit }],
    hours: { ...off, hours: { zone: "UTC", days: [1], from: "09:00", to: "20:00" } },
  },
];

test("shows the hours with what they do next, and no change of that action alone", () => {
  const shown = sectionOf([hours]);
  expect(shown).toContain("weekdays 10:00–20:00 London time, open until Fri 20:00");
  expect(shown).toContain("Set by Ines Duarte, until switched off. Next: pause today 20:00");
  expect(shown).toContain("Change…Switch off");
  expect(shown).not.toContain("Remove");
  expect(shown).not.toContain("Set hours…");
});

test("shows whose hours hold in one place: the campaign's, the admin's and the platform's", () => {
  const record = { calling_window: { start: "08:00", end: "19:00", timezone: "UTC" } };
  const shown = sectionOf([hours], { admin_hours: admins, record });
  expect(shown).toContain("every day 09:00–21:00 Berlin time");
  expect(shown).toContain("For all campaigns, set by Mara Okafor.");
  expect(shown).toContain("every day 08:00–19:00 UTC");
  expect(shown).toContain("The platform’s, by the campaign’s record.");
  expect(shown).toContain("It may call only while all of them are open.");
  expect(sectionOf([], { admin_hours: { ...admins, campaigns: ["other"] } })).toContain("None: calls go on at night.");
});

test("lets only admins change the hours for all campaigns", () => {
  const changes = (role: Role) => sectionOf([], { admin_hours: admins, role }).split("Switch off").length - 1;
  expect([changes("admin"), changes("campaign_manager"), changes("viewer")]).toEqual([1, 0, 0]);
});

test("names the rules that can pause the campaign to those who run campaigns", () => {
  const sentence = "Rules also pause it: Calls of a campaign fail, at 30% of at least 20 in 15 min.";
  expect(sectionOf([])).toContain(sentence);
  expect(sectionOf([], { role: "viewer" })).not.toContain("Rules also");
});

test("offers to set hours when none are set", () => {
  expect(sectionOf([])).toContain("Set hours…");
});

test("says that nothing is sent when the zone of the hours is not known", () => {
  expect(sectionOf([{ ...hours, zone: "Europe/Atlantis", is_readable: false }])).toContain(
    "Nothing is paused or resumed: the time zone or the times of these hours are not known (Europe/Atlantis",
  );
});

test("proposes weekdays in the campaign's zone by its current name, and says when that pauses now", () => {
  const record = { id: "c", timezone: "Asia/Calcutta" };
  const page = pageOf(<HoursDialog campaign_id="c" hours={undefined} onClose={() => undefined} />, [
    [getCampaign, { campaign_id: "c" }, { success: true, data: record }],
  ]);
  expect(page).toContain("Asia/Kolkata");
  expect(text(page)).toContain("It is outside these hours now: a running campaign is paused within seconds.");
});

const checkOf = (set: SetHours[], atMs: number) =>
  text(
    pageOf(
      <HoursCheck campaign_id="c" record={{ calling_window: null }} hours={undefined} {...{ atMs }} {...unmeasured} />,
      [[listPlanned, { campaign_id: "c" }, { data: [], other_platforms: [], hours: set, admin_hours: null }]],
    ),
  );
const unmeasured = { waiting: 3, pace: undefined };

test("says before a start that the set hours pause the campaign, or that they are closed", () => {
  const [evening, night] = [Date.parse("2026-11-20T18:00:00Z"), Date.parse("2026-11-20T23:00:00Z")];
  expect(checkOf([hours], evening)).toContain(
    "Its calling hours are open. Switchboard pauses the campaign outside them",
  );
  expect(checkOf([hours], night)).toContain(
    "Outside its calling hours: people are called anyway, until the next pause",
  );
  expect(checkOf([hours], night)).not.toContain("No calling hours");
  expect(checkOf([], night)).toContain("No calling hours: calls go on at night.");
});
