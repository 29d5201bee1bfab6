import { expect, test } from "vitest";
import { startOfAll } from "@/components/preflight/hours-dialog";
import { causesOf, checksInMessage } from "@/components/send/connection-checks";
import type { Pace } from "@/lib/contract/console/collecting";
import type { ConnectionCheck } from "@/lib/contract/console/connection";
import type { DriftRow } from "@/lib/contract/console/drift";
import { browserName } from "@/lib/format/browser-name";
import { choicesFor } from "./data/retention-row";
import { meaningForm } from "./platform/meaning-dialog";
import { everyWords, pollingMessage } from "./platform/polling-rows";
import { statusTone } from "./platform/polls-screen";
import { leftBehindMessage } from "./platform/switch-dialog";
import { labelOf, requestOf, wordBehind } from "./platform/unknown-screen";

test("checksInMessage lists the worst outcome first", () => {
  const rowStatuses = ["ok", "skipped", "ok", "fault", "look", "look"] as const;
  expect(checksInMessage(rowStatuses.map((outcome) => ({ outcome })))).toBe(
    "1 with a problem, 2 with a warning, 2 OK, 1 not tried",
  );
  expect(checksInMessage([])).toBe("");
});

test("causesOf leaves out failed requests when the key was refused", () => {
  const check = { outcome: "fault" as const, notes: [], name: "GET /v1/x", message: "Refused.", probe: null };
  const probe = { operation: "a", path: "/v1/x", status: 401, ms: 1, problem: "Refused." };
  const failed = { ...check, id: "a", probe };
  const idsOf = (key: ConnectionCheck["outcome"]) =>
    causesOf([failed, { ...check, id: "key", name: "Key", outcome: key }]).map(({ id }) => id);
  expect(idsOf("fault")).toEqual(["key"]);
  expect(idsOf("ok")).toEqual(["a"]);
});

test("statusTone is wait for a refused record and fault for a refused key or no answer", () => {
  const tones = { ok: [200, 204], wait: [302, 404, 400], fault: [401, 403, 500, null] } as const;
  for (const [tone, statuses] of Object.entries(tones))
    for (const status of statuses) expect(statusTone(status)).toBe(tone);
});

const row = (fields: Partial<DriftRow>): DriftRow => ({
  operation: "webhooks.logs",
  path: "data[].status",
  kind: "unknown-word",
  came: "failed",
  first_seen_at: "2026-11-20T06:00:00Z",
  last_seen_at: "2026-11-20T06:00:00Z",
  times: 3,
  ...fields,
});

test("wordBehind returns the word of an unknown status", () => {
  expect(wordBehind(row({}))).toEqual({ resource: "webhook-logs", field: "status", word: "failed" });
  expect(wordBehind(row({ operation: "credentials.list", path: "data[].last_sync_status" }))?.resource).toBe(
    "credentials",
  );
});

test("wordBehind returns undefined for other fields and truncated words", () => {
  expect(wordBehind(row({ path: "items[].direction" }))).toBeUndefined();
  expect(wordBehind(row({ kind: "null" }))).toBeUndefined();
  expect(wordBehind(row({ came: "x".repeat(200) }))).toBeUndefined();
  expect(wordBehind(row({ operation: "gone.get" }))).toBeUndefined();
});

test("labelOf and requestOf name the operation, or its ID when it no longer exists", () => {
  expect(labelOf(row({}))).toBe("Read the webhook log");
  expect(requestOf(row({}))).toBe("GET /v1/webhooks/logs");
  expect(requestOf(row({ operation: "gone.get" }))).toBe("gone.get");
});

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox 128 on Windows"],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    "Chrome 131 on Linux",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
    "Edge 131 on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari 18 on iPhone",
  ],
  ["curl/8.9", "curl/8.9"],
])("browserName describes the user agent (%s)", (userAgent, words) => {
  expect(browserName(userAgent)).toBe(words);
});

const problems = (values: Record<string, string | undefined>) =>
  meaningForm.safeParse({ resource: "campaigns", field: "status", word: "failed", tone: "fault", ...values }).error
    ?.issues;

test("meaningForm accepts any word", () => {
  for (const word of ["failed", " padded ", "läuft / schnell", "active"]) expect(problems({ word })).toBeUndefined();
});

test("meaningForm rejects documented words for their own resource and field", () => {
  const documented = { resource: "calls", word: "ended" };
  expect(problems(documented)).toMatchObject([{ path: ["word"], message: expect.stringContaining("means finished") }]);
  expect(problems({ ...documented, field: "state" })).toBeUndefined();
});

test("meaningForm names every missing field", () => {
  const [resource, word, tone] = ["resource", "word", "tone"].map((key) => ({ path: [key] }));
  expect(problems({ resource: "", word: "" })).toMatchObject([resource, word]);
  expect(problems({ resource: "", word: " ", tone: undefined })).toMatchObject([resource, word, tone]);
});

test("everyWords describes intervals in natural units", () => {
  expect([5, 15, 60, 90, 300, 3_600, 5_400, 10_800, 86_400].map(everyWords)).toEqual([
    "every 5 s",
    "every 15 s",
    "every minute",
    "every 1.5 min",
    "every 5 min",
    "hourly",
    "every 1.5 h",
    "every 3 h",
    "daily",
  ]);
});

test("pollingMessage names the set, or that intervals are own ones, and the load", () => {
  const own = { set_by: null, set_at: null, tasks: 1, bytes_an_hour: 1_000 };
  const pollOf = (change: Partial<Pace>): Pace[] => [
    { ...own, resource: "deliveries", is_on: true, every_seconds: 60, requests_an_hour: 60, ...change },
    { ...own, resource: "tools", is_on: true, every_seconds: 3_600, requests_an_hour: 1 },
  ];
  expect(pollingMessage(pollOf({}))).toBe("Normal: webhook log every minute. About 61 requests and 2 kB an hour.");
  expect(pollingMessage(pollOf({ every_seconds: 90 }))).toMatch(
    /^Own intervals, set before: webhook log every 1.5 min\. About 61/,
  );
  expect(pollingMessage(pollOf({ is_on: false }))).toBe("Normal. About 1 request and 1 kB an hour.");
});

test("choicesFor stays within limits and includes the current value", () => {
  expect(choicesFor({ least: 60, most: 600 }, [15, 60, 300, 600, 900], 45)).toEqual([45, 60, 300, 600]);
});

test("leftBehindMessage names what is not looked after when another platform is used", () => {
  const message = (planned: number, rules: number, running: number, isKeyOnly = false) =>
    leftBehindMessage({ planned, rules, running }, { from: "the demo platform", isKeyOnly });
  expect(message(0, 0, 0)).toBe("Nothing is scheduled or running on the demo platform.");
  expect(message(0, 1, 0)).toBe(
    "1 rule that pauses campaigns of the demo platform is not handled until you switch back.",
  );
  expect(message(2, 0, 3)).toBe(
    "2 scheduled actions and 3 running campaigns of the demo platform are not handled until you switch back. Running campaigns keep calling. Scheduled actions are missed if their time passes.",
  );
  expect(message(0, 1, 0, true)).toBe(
    "If this key belongs to another account, 1 rule that pauses campaigns of the demo platform is not handled until you switch back.",
  );
  expect(leftBehindMessage(undefined, { from: "api.example.com", isKeyOnly: false })).toBe(
    "Could not read what is scheduled or running on api.example.com.",
  );
});

test("hours for all campaigns begin in the reader's zone when they are off and nobody chose another", () => {
  const times = { days: [1], from: "09:00", to: "20:00" };
  const zoneOf = (is_on: boolean, zone: string) =>
    startOfAll({ is_on, hours: { ...times, zone }, campaigns: null }, "Asia/Kolkata").zone;
  expect([zoneOf(false, "UTC"), zoneOf(true, "UTC"), zoneOf(false, "Europe/Berlin")]).toEqual([
    "Asia/Kolkata",
    "UTC",
    "Europe/Berlin",
  ]);
});
