import { expect, test } from "vitest";
import { HoursDialog } from "@/components/preflight/hours-dialog";
import { PlanDialog } from "@/components/preflight/plan-dialog";
import { type HoursForAll, listPauses, type RulePause } from "@/lib/contract/console/automation/pauses";
import type { PlannedAction } from "@/lib/contract/console/automation/planned";
import { type Backups, getBackups } from "@/lib/contract/console/backups";
import { getRetentionLoss } from "@/lib/contract/console/collecting";
import { listSaved } from "@/lib/contract/console/saved";
import { pageOf } from "@/lib/testing/components/records";
import type { Read } from "@/lib/testing/components/render-with-reads";
import { PauseDialog } from "./alerts/pause-dialog";
import { BackupsScreen } from "./data/backups-screen";
import { RetentionRow, ShorterDialog } from "./data/retention-row";

test("BackupsScreen says where file and secret lie, and how to keep both elsewhere", () => {
  const backups: Backups = {
    ...{ hour: 3, keep: 7, set_by: null, last: null, problem: null, is_running: false },
    ...{ place: { folder: "/srv/my data/backups", is_beside_data: true }, secret_file: "/srv/my data/secret" },
  };
  const textOf = (value: Backups) =>
    pageOf(<BackupsScreen />, [[getBackups, {}, value]])
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll("&#x27;", "'");
  const text = textOf(backups);
  expect(text).toContain("There is no backup yet.");
  expect(text).toContain(
    "Backups are in /srv/my data/backups, and the secret that opens them is in /srv/my data/secret. " +
      "Both are on this server’s disk, beside the data: a lost disk takes all of it.",
  );
  expect(text).toContain("rsync -a '/srv/my data/backups/' backup-host:switchboard/");
  const shared = textOf({ ...backups, place: { folder: "/data/backups", is_beside_data: false }, secret_file: null });
  expect(shared).toContain(
    "Backups are in /data/backups, on this server’s disk. The secret that opens them is SWITCHBOARD_SECRET",
  );
});

test("dialogs keep a zone that this browser names differently", () => {
  const hours = { days: [1], from: "09:00", to: "20:00", zone: "Asia/Kolkata" };
  const forAll: HoursForAll = { ...pausing, is_on: true, hours };
  const planned = {
    id: "p",
    action: "pause",
    campaign_id: "c1",
    local: "2026-11-27T09:00",
    zone: "Asia/Kolkata",
  } as PlannedAction;
  const reads: Read[] = [[listPauses, {}, { rules: [], hours: forAll }]];
  expect(pageOf(<HoursDialog isForAll onClose={close} />, reads)).toContain(">Asia/Kolkata<");
  expect(pageOf(<PlanDialog planned={planned} onClose={close} />, [])).toContain(">Asia/Kolkata<");
});

test("dialogs say so when no campaign is known", () => {
  const limit = { minimum: null, percent: 20, minutes: 15, least: 20 };
  const pause: RulePause = { ...pausing, rule: "balance_low", limit, campaigns: [] };
  const sentence = "No campaigns yet.";
  for (const campaigns of [[], [{ ref: "c1", label: "Winter", name: null }]]) {
    const saved: Read = [listSaved, { resource: "campaigns" }, { data: campaigns }];
    for (const dialog of [
      <PauseDialog key="pause" pause={pause} onClose={close} />,
      <PlanDialog key="plan" onClose={close} />,
    ])
      expect(pageOf(dialog, [saved]).includes(sentence)).toBe(campaigns.length === 0);
  }
});

test("a shorter retention asks with its rows and first day, and shows when it begins and how to undo it", () => {
  const loss = {
    rows: 12_340,
    before: "2026-11-25T10:00:00Z",
    first_at: "2026-10-28T09:00:00Z",
    begins_at: "2026-11-28T10:00:00Z",
  };
  const input = { kind: "deliveries", days: 1 } as const;
  const dialog = <ShorterDialog {...input} name="Webhook log" isSending={false} onConfirm={close} onClose={close} />;
  const asked = pageOf(dialog, [[getRetentionLoss, input, loss]]);
  expect(asked).toMatch(/12,340 rows from before .*25 Nov 2026.* The first day that goes is .*28 Oct 2026/s);
  expect(asked).toContain("Nothing is deleted before");
  expect(pageOf(dialog, [])).toMatch(/<button[^>]*disabled[^>]*>(<[^>]*>)*Keep for 1 day/);
  const shorter = { days: 1, at: "2026-11-28T10:00:00Z" };
  const pending = pageOf(
    <RetentionRow kind="deliveries" days={30} name="Webhook log" note="1 row." shorter={shorter} />,
    [],
  );
  expect(pending).toMatch(/Shortens to 1 day on .*aria-label="Undo: Webhook log"/s);
});

const pausing = {
  ...{ is_on: false, campaigns: null, changed_by: null, changed_at: null },
  ...{ last_pause_at: null, found: null, pauses: [] },
};

const close = () => undefined;
