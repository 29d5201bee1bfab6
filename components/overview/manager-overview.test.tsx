import { expect, test } from "vitest";
import { listAlertGroups } from "@/lib/contract/console/alerts";
import { listAnswers } from "@/lib/contract/console/audit";
import { listPlanned, type PlannedAction } from "@/lib/contract/console/automation/planned";
import { type KnownCampaign, listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { getOverview } from "@/lib/contract/console/summary";
import type { Role } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { knownCampaign } from "@/lib/testing/components/known-campaign";
import { pageOf, time } from "@/lib/testing/components/records";
import { deliveryHealthRead, type Read, type RenderOptions } from "@/lib/testing/components/render-with-reads";
import { nextRows } from "./next-campaigns";
import { OverviewScreen } from "./overview-screen";
import { runningIn, runningMessage } from "./running-campaigns";

const pace = { perMinute: 0, endsAt: null, endsBetween: null, stillSince: "2026-11-20T14:00:00.000Z", opensAt: null };
const stalled = knownCampaign({ id: "still", name: "Meter reading", pace });
const running = knownCampaign({ counts: { active: 2 } });
const gone = { not_found_since: time };
const paused = knownCampaign({ id: "p", name: "Autumn", status: "paused", paused_by: "Ines Duarte" });
const draft = knownCampaign({ id: "d", name: "Spring", status: "draft", counts: { waiting: 46_204 } });

const planned = (fields: Partial<PlannedAction>): PlannedAction => ({
  ...{ id: "plan", campaign_id: "c1", campaign_name: "Winter", action: "pause", at: time, local: "2026-11-20T06:00" },
  ...{ zone: "UTC", planned_by: "Ines", planned_by_id: "u", blocked_by: null, planned_at: time, state: "planned" },
  ...{ message: null, ended_at: null, is_by_hours: false },
  ...{ is_delayed: false, cause: null, because: null, is_in_force: false, confirmed_people: null },
  ...fields,
});

const overviewOf = (role: Role, campaigns: readonly KnownCampaign[], options: RenderOptions = {}) => {
  const reads: Read[] = [
    deliveryHealthRead({ from: time }),
    ...[listAnswers, listAlertGroups].map((op): Read => [op, {}, { data: [], notes: null }]),
    [getOverview, {}, { data: { steps: [], credit: null, calls: { live: 3, ended: 40 } } }],
    [listPlanned, {}, { data: [planned({})], other_platforms: [] }],
    ...(options.failed ? [] : [[listKnownCampaigns, {}, { data: campaigns }] satisfies Read]),
  ];
  return pageOf(<OverviewScreen from={time} callsNow={<p>calls now</p>} />, reads, { role, ...options });
};

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

test("a manager's overview begins with running campaigns, the stalled one first", () => {
  const page = overviewOf("campaign_manager", [running, stalled, draft, paused]);
  expect(page.indexOf("Running campaigns")).toBeLessThan(page.indexOf('aria-label="Figures"'));
  const text = textOf(page);
  expect(text).toContain("2 campaigns are running, 1 stalled.");
  expect(text).toMatch(/Meter reading .*no movement for 12 min.* 0\.0 a minute Not known .*Winter 2 calls in progress/);
  expect(text).toMatch(/Next .*Spring has not started, 46,204 people are waiting .*Autumn is paused, 10 people/);
  expect(text).toMatch(/Winter pauses .*scheduled by Ines/);
  for (const href of ["/campaigns/d?ask=start", "/campaigns/p?ask=resume"]) expect(page).toContain(`href="${href}"`);
  expect(page.match(/aria-label="Pause /g)).toHaveLength(2);
});

test("an admin's overview has running campaigns below the alerts, and no Next", () => {
  const page = overviewOf("admin", [running, draft]);
  expect(page.indexOf("Needs attention")).toBeLessThan(page.indexOf("Running campaigns"));
  expect(page).not.toContain(">Next<");
});

test("the overview of support has calls in progress before the figures, and no campaigns", () => {
  const page = overviewOf("support", [running, draft]);
  expect(page.indexOf("calls now")).toBeLessThan(page.indexOf('aria-label="Figures"'));
  expect(page).not.toContain("Running campaigns");
  expect(textOf(page)).toMatch(/Calls now 3 calls 40 ended in 24 h/);
});

test("a manager reads in one line that no campaign is running", () => {
  const page = overviewOf("campaign_manager", [{ ...running, ...gone }]);
  expect(page).toContain("No campaign is running.");
  expect(page).not.toContain("Running campaigns");
});

test("a manager reads that campaigns could not be loaded, not that none is running", () => {
  const page = overviewOf("campaign_manager", [], {
    failed: [[listKnownCampaigns, {}, new Problem("internal", "Something went wrong on our side.")]],
  });
  expect(page).toContain("Campaigns could not be loaded.");
  expect(page).not.toContain("No campaign is waiting");
});

test("the overview has no heading for first steps when none is left", () => {
  expect(overviewOf("campaign_manager", [running])).not.toContain("First steps");
});

test("runningIn leaves out resting campaigns and those that are gone", () => {
  expect(runningIn([running, paused, { ...stalled, ...gone }, stalled]).map(({ id }) => id)).toEqual(["still", "c1"]);
});

test("runningMessage counts running and stalled campaigns", () => {
  expect(runningMessage([])).toBe("No campaign is running.");
  expect(runningMessage([running])).toBe("1 campaign is running.");
  expect(runningMessage([stalled])).toBe("1 campaign is running, 1 stalled.");
  expect(runningMessage([stalled, stalled, running])).toBe("3 campaigns are running, 2 stalled.");
});

test("nextRows leaves out drafts without people, ended plans and campaigns with a scheduled start", () => {
  const empty = { counts: { waiting: 0 }, id: "e", handled: null };
  const rows = nextRows(
    [{ ...draft, ...empty }, { ...draft, ...gone }, draft, paused, running],
    [planned({ id: "s", campaign_id: "d", action: "start" }), planned({ id: "old", state: "done" })],
  );
  expect(rows.map(({ key }) => key)).toEqual(["p", "s"]);
});
