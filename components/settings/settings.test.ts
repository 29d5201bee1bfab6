import { expect, test } from "vitest";
import { causesOf, checksInMessage } from "@/components/send/connection-form";
import { statusTone, statusWord } from "./connection-screen";
import { chartHeight, timeBars, timesInMessage } from "./connection-section";
import { type DriftRow, labelOf, requestOf, wordBehind } from "./differences-screen";
import { choicesFor, everyWords } from "./pace-table";
import { browserMessage } from "./sessions-section";
import { meaningForm } from "./set-meaning-section";
import { leftBehindMessage } from "./switch-dialog";

const timed = (ms: number, ok = true) => ({ at: `2026-11-20T06:00:0${ms % 10}Z`, ms, ok });

test("timeBars gives the slowest read the full height and the fastest a minimum", () => {
  const [slow, fast, none] = timeBars([timed(400), timed(1), timed(0)]);
  expect(slow?.height).toBe(chartHeight.up);
  expect(fast?.height).toBe(1.5);
  expect(none?.height).toBe(1.5);
});

test("timeBars gives reads of the same moment different keys", () => {
  expect(new Set(timeBars([timed(5), timed(5), timed(15)]).map(({ key }) => key)).size).toBe(3);
});

test("timesInMessage summarizes the times in one line", () => {
  expect(timesInMessage([])).toBe("No reads since Switchboard started.");
  expect(timesInMessage([timed(30)])).toBe("1 read: fastest 30 ms, median 30 ms, slowest 30 ms, none failed.");
  expect(timesInMessage([timed(9), timed(480, false), timed(22)])).toBe(
    "3 reads: fastest 9 ms, median 22 ms, slowest 480 ms, 1 failed.",
  );
});

test("checksInMessage lists the worst outcome first", () => {
  const rowStatuses = ["ok", "skipped", "ok", "fault", "look", "look"] as const;
  expect(checksInMessage(rowStatuses.map((outcome) => ({ outcome })))).toBe(
    "1 with a problem, 2 with a warning, 2 OK, 1 not tried",
  );
  expect(checksInMessage([])).toBe("");
});

test("causesOf merges a refused key and equal failures", () => {
  const check = { outcome: "fault" as const, notes: [], name: "GET /v1/x", says: "Refused.", probe: null };
  const read = (id: string, status: number, says: string) => ({
    ...{ ...check, id, says },
    probe: { operation: id, path: "/v1/x", status, ms: 1, problem: says },
  });
  const reads = [
    read("a", 401, "Refused."),
    read("b", 401, "Refused."),
    read("c", 500, "Broken."),
    read("d", 500, "Broken."),
  ];
  const causes = causesOf([...reads, { ...check, id: "key", name: "Key" }]);
  expect(causes.map(({ name, says }) => `${name}: ${says}`)).toEqual(["Key: Refused.", "2 requests: Broken."]);
});

test("statusTone is idle for unused endpoints and fault without an answer", () => {
  expect([statusTone(null, null), statusWord(null, null)]).toEqual(["idle", "not used yet"]);
  expect([statusTone(null, "2026-11-20T06:00:00Z"), statusWord(null, "2026-11-20T06:00:00Z")]).toEqual([
    "fault",
    "no answer",
  ]);
});

test("statusTone is wait for a refused record and fault for a refused key", () => {
  const at = "2026-11-20T06:00:00Z";
  expect([200, 204, 302, 404, 400, 401, 403, 500].map((status) => statusTone(status, at))).toEqual([
    "ok",
    "ok",
    "wait",
    "wait",
    "wait",
    "fault",
    "fault",
    "fault",
  ]);
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
])("browserMessage describes the user agent (%s)", (userAgent, words) => {
  expect(browserMessage(userAgent)).toBe(words);
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

test("choicesFor stays within limits and includes the current value", () => {
  expect(choicesFor({ least: 60, most: 600 }, [15, 60, 300, 600, 900], 45)).toEqual([45, 60, 300, 600]);
});

test("leftBehindMessage names what is not looked after when another platform is used", () => {
  const message = (planned: number, rails: number, running: number, isKeyOnly = false) =>
    leftBehindMessage({ planned, rails, running }, { from: "the demo platform", isKeyOnly });
  expect(message(0, 0, 0)).toBe("Nothing is scheduled or running on the demo platform.");
  expect(message(0, 1, 0)).toBe("1 guard rail of the demo platform is not looked after meanwhile.");
  expect(message(2, 0, 3)).toBe(
    "2 scheduled actions and 3 running campaigns of the demo platform are not looked after meanwhile. Running campaigns keep calling. Scheduled actions are missed if their time passes.",
  );
  expect(message(0, 1, 0, true)).toBe(
    "If this key belongs to another account, 1 guard rail of the demo platform is not looked after meanwhile.",
  );
  expect(leftBehindMessage(undefined, { from: "api.example.com", isKeyOnly: false })).toBe(
    "Could not read what is scheduled or running on api.example.com.",
  );
});
