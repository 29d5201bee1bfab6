import { expect, test } from "vitest";
import type { SentAnswer } from "@/lib/contract/console/audit";
import { causeActor } from "@/lib/contract/console/automation/actors";
import { progressOf } from "@/lib/contract/console/campaign-progress";
import { timelineEvents, uploadResult } from "./timeline-events";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();

const answer = (verb: string, minute: number, given: Partial<SentAnswer> = {}): SentAnswer => ({
  ...{ id: `${verb} ${minute}`, at: at(minute), actor_name: "Ines Duarte", action: `campaigns.${verb}`, target: "c" },
  ...{ outcome: "ok", status: 200, message: null, is_quoted: false, request_id: "r", detail: null },
  ...{ words: [], record: null, note: null, body: null },
  ...given,
});

const status = (before: string, after: string, minute: number) => ({
  at: at(minute),
  fields: [{ path: "status", before, after }],
});

type Changes = ReturnType<typeof progressOf>["changes"];

function linesOf(answers: SentAnswer[], changes: Changes = [], record: Record<string, unknown> = {}) {
  const progress = { ...progressOf({ total_contacts: 40 }, at(0)), changes };
  return timelineEvents({ answers, progress, record }, "utc").map(({ lead, by, sub }) =>
    [lead, by, sub && `(${sub})`].filter(Boolean).join(" "),
  );
}

test("orders actions, uploads and changes on the platform in one list by time", () => {
  const upload = answer("upload_contacts", 5, { detail: { file: "late.csv" }, body: '{"accepted": 403}' });
  const total = { at: at(6), fields: [{ path: "total_contacts", before: 40, after: 443 }] };
  expect(linesOf([upload], [status("paused", "running", 9), total])).toEqual([
    "Running on the platform",
    "Changed on the platform (contacts from 40 to 443)",
    "403 contacts uploaded by Ines Duarte (late.csv, 403 accepted)",
    "First read by Switchboard",
  ]);
});

test("leaves out a status change that an action from here explains", () => {
  const answers = [answer("pause", 10), answer("start", 1)];
  const own = [status("running", "paused", 11), status("draft", "running", 2)];
  expect(linesOf(answers, own)).toEqual([
    "Paused by Ines Duarte",
    "Started by Ines Duarte",
    "First read by Switchboard",
  ]);
  const foreign = [status("running", "paused", 30), status("paused", "running", 20)];
  expect(linesOf(answers, [...foreign, ...own]).slice(0, 2)).toEqual([
    "Paused on the platform",
    "Running on the platform",
  ]);
});

test("takes start and end from the record when nobody here caused them", () => {
  const record = { status: "completed", started_at: at(3), completed_at: at(40) };
  const changes = [status("running", "completed", 41)];
  expect(linesOf([], changes, record)).toEqual([
    "Completed on the platform",
    "Started on the platform",
    "First read by Switchboard",
  ]);
  expect(linesOf([answer("start", 3)], changes, record)[1]).toBe("Started by Ines Duarte");
});

test("names rules, hours, earlier guard rails and scheduled actions as actors", () => {
  const actors = [
    ...[causeActor("balance_low"), causeActor("calling_hours"), "Guard rail: Outside calling hours"],
    ...["Scheduled by Mara Okafor", "Hours set by Mara Okafor", ""],
  ];
  expect(linesOf(actors.map((actor_name, nth) => answer("pause", 9 - nth, { actor_name })))).toEqual([
    "Paused by the alert rule “Credit runs low”",
    "Paused by the calling hours for all campaigns",
    "Paused by the guard rail “Outside calling hours”",
    "Paused as scheduled by Mara Okafor",
    "Paused by the calling hours that Mara Okafor set",
    "Paused",
    "First read by Switchboard",
  ]);
});

test("says why a rule paused the campaign", () => {
  const detail = { automatic: "rule", cause: "balance_low", because: "9.99 GBP, minimum 10.00 GBP" };
  const paused = answer("pause", 9, { actor_name: causeActor("balance_low"), detail });
  expect(linesOf([paused])[0]).toBe("Paused by the alert rule “Credit runs low” (9.99 GBP, minimum 10.00 GBP)");
});

test("quotes the platform when it refused, and says when the outcome is unknown", () => {
  const refused = answer("start", 9, { outcome: "refused", message: "It is running", is_quoted: true });
  expect(linesOf([refused, answer("pause", 8, { outcome: "unknown" })])).toEqual([
    "Start refused by Ines Duarte (“It is running”)",
    "Pause, outcome unknown by Ines Duarte (It may or may not have taken effect.)",
    "First read by Switchboard",
  ]);
});

test("warns of an upload when not every contact was accepted", () => {
  const toneOf = (body: string, status = 200) => uploadResult(answer("upload_contacts", 1, { body, status })).tone;
  expect(toneOf('{"accepted": 3}')).toBe("ok");
  expect(toneOf('{"accepted": 0}')).toBe("wait");
  expect(toneOf('{"accepted": 3, "rejected": 1}')).toBe("wait");
  expect(toneOf('{"accepted": 3}', 207)).toBe("wait");
  expect(toneOf('{"status": "processing"}', 202)).toBe("live");
});
