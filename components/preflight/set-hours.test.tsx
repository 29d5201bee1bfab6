import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { listGuardRails } from "@/lib/contract/console/automation/guard-rails";
import type { SetHours } from "@/lib/contract/console/automation/hours";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import { pageOf } from "@/lib/testing/components/records";
import { HoursCheck } from "./hours-check";
import { HoursDialog } from "./hours-dialog";
import { PlannedActions } from "./planned-actions";

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

const sectionOf = (set: SetHours[]) =>
  text(
    pageOf(<PlannedActions campaign_id="c" />, [
      [listPlanned, { campaign_id: "c" }, { data: set.length > 0 ? [next] : [], elsewhere: [], hours: set }],
    ]),
  );

test("shows the hours with what they do next, and no change of that action alone", () => {
  const shown = sectionOf([hours]);
  expect(shown).toContain("Calls weekdays 10:00–20:00 London time, until switched off. Next: pause today 20:00");
  expect(shown).toContain("Change…Switch off");
  expect(shown).not.toContain("Remove");
  expect(shown).not.toContain("Set hours…");
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
      [
        [listPlanned, { campaign_id: "c" }, { data: [], elsewhere: [], hours: set }],
        [listGuardRails, {}, { data: [] }],
      ],
    ),
  );
const unmeasured = { waiting: 3, pace: undefined };

test("says before a start that the set hours pause the campaign, or that they are closed", () => {
  const [evening, night] = [Date.parse("2026-11-20T18:00:00Z"), Date.parse("2026-11-20T23:00:00Z")];
  expect(checkOf([hours], evening)).toContain("The set hours are open. Switchboard pauses the campaign outside them");
  expect(checkOf([hours], night)).toContain("Outside the set hours: people are called anyway, until the next pause");
  expect(checkOf([hours], night)).not.toContain("No calling hours");
  expect(checkOf([], night)).toContain("No calling hours: calls go on at night.");
});
