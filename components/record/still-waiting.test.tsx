import { expect, test } from "vitest";
import { listWaiting, type WaitingCampaign, type WaitingPeople } from "@/lib/contract/console/do-not-call";
import type { Role } from "@/lib/contract/operation";
import { pageOf } from "@/lib/testing/components/records";
import { FileWaiting, StillWaiting } from "./still-waiting";

const campaign = (given: Partial<WaitingCampaign>): WaitingCampaign => ({
  ...{ campaign_id: "c1", name: "Spring green energy offer", status: "running", people: 1, unconfirmed: 1 },
  ...{ calls: 0, open_calls: 0, ...given },
});

const waitingIn = (...campaigns: WaitingCampaign[]): WaitingPeople => ({
  ...{ people: campaigns.length > 0 ? 1 : 0, listed: campaigns.length, since: "2026-11-03T09:00:00.000Z", campaigns },
});

const addedAt = "2026-11-28T12:00:00.000Z";

const bandOf = (waiting: WaitingPeople, role: Role = "admin") => {
  const added = { ...{ raw: {}, drift: [], status: 200, requestId: "r", readAt: addedAt }, value: { waiting } };
  return textOf(pageOf(<StillWaiting number="+447922769499" added={added} />, [], { role }));
};

const textOf = (page: string) =>
  page
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(" .", ".");

test("says that a blocked person waits in a running campaign, and how to stop it", () => {
  const band = bandOf(waitingIn(campaign({})));
  expect(band).toContain("This person can still be called in Spring green energy offer.");
  expect(band).toContain("the platform cannot take one person out. Pause or cancel the campaign to stop the calls.");
  expect(band).toContain("running, waiting Pause it");
});

test("offers no pause when the campaign is paused", () => {
  const band = bandOf(waitingIn(campaign({ status: "paused" })));
  expect(band).toContain("Nobody is called until the campaign is started or resumed.");
  expect(band).not.toContain("Pause it");
});

test("tells support who can pause the campaign", () => {
  const band = bandOf(waitingIn(campaign({})), "support");
  expect(band).toContain("Admins and campaign managers can pause and cancel campaigns.");
  expect(band).not.toContain("Cancel it…");
});

test("says what is known of the person's calls", () => {
  expect(bandOf(waitingIn(campaign({ calls: 1, open_calls: 1 })))).toContain("running, being called now");
  expect(bandOf(waitingIn(campaign({ calls: 2 })))).toContain("running, waiting, called 2 times before");
});

test("says since when lists are known if a person is in none", () => {
  expect(bandOf({ ...waitingIn(), listed: 0 })).toMatch(
    /In no list uploaded here since .*3 Nov.*\. People added on the platform are not known until they are called\./,
  );
  expect(bandOf({ ...waitingIn(), since: null })).toContain("No list has been uploaded here yet.");
  expect(bandOf({ ...waitingIn(), listed: 1 })).toContain("Not waiting in a campaign: called already");
});

const fileBandOf = (waiting: WaitingPeople, now = waiting, readAt = addedAt) =>
  textOf(pageOf(<FileWaiting added={{ value: waiting, readAt }} />, [[listWaiting, {}, now]]));

test("says after a file too that nobody of it is in a list", () => {
  expect(fileBandOf({ ...waitingIn(), listed: 0 })).toMatch(/They are in no list uploaded here since .*3 Nov/);
  expect(fileBandOf({ ...waitingIn(), listed: 3 })).toContain("Nobody of them is waiting in a campaign");
});

test("shows the present state of campaigns when the number itself cannot be read again", () => {
  const before = { ...waitingIn(campaign({}), campaign({ campaign_id: "c2", name: "Boilers" })), people: 3 };
  const earlier = "2000-01-01T00:00:00.000Z";
  const paused = waitingIn(campaign({ status: "paused" }));
  expect(fileBandOf(before, paused, earlier)).toContain("3 people can still be called in Spring green energy offer.");
  expect(fileBandOf(before, paused, earlier)).toContain("Nobody is called until the campaign is started or resumed.");
  expect(fileBandOf(before, waitingIn(), earlier)).toContain("Nobody of them is waiting in a campaign");
});
