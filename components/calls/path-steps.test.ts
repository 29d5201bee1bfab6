import { expect, test } from "vitest";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import type { ReceivedEvent } from "@/lib/contract/console/inbox/received";
import { readCall } from "@/lib/contract/shapes/call";
import { contentIn } from "./call-content";
import { pathSteps } from "./path-steps";

const at = (second: number) => new Date(Date.parse("2026-11-20T15:02:00Z") + second * 1_000).toISOString();
const event = (name: string, second: number) => ({ id: name, name, first_at: at(second), size: 610 }) as ReceivedEvent;

type Given = { record: object; events?: ReceivedEvent[]; found?: Partial<FoundCall>; limit?: number; now?: number };

function stepsOf({ record, events = [], found, limit, now = 1_000 }: Given) {
  const input = { call: readCall(record), found: found as FoundCall | undefined, events };
  const limitMs = limit === undefined ? undefined : Date.parse(at(limit));
  return pathSteps({ ...input, limitMs, nowMs: Date.parse(at(now)) }).map(({ title, event, rest, phase }) =>
    [title ?? event?.name, rest, phase].filter((part) => part !== undefined).join(", "),
  );
}

test("puts the events between the steps of an ended call, with ringing and talking between them", () => {
  const record = { started_at: at(7), answered_at: at(27), ended_at: at(279), ended_reason: "customer-ended-call" };
  const events = [event("call.started", 8), event("call.ended", 281)];
  expect(stepsOf({ record, events })).toEqual([
    "Rang, for 20 s, ringing",
    "call.started, ringing",
    "Answered, talking",
    "Customer hung up, after 4 min 12 s, none",
    "call.ended, none",
  ]);
});

test("puts an event after the step it reports when the platform's clock is a little ahead", () => {
  const record = { started_at: at(0), ended_at: at(30), ended_reason: "customer-ended-call" };
  expect(stepsOf({ record, events: [event("call.ended", 29.6)] })).toEqual([
    "Started, none",
    "Customer hung up, after 30 s, none",
    "call.ended, none",
  ]);
  expect(stepsOf({ record, events: [event("call.ended", 29.4)] })[1]).toBe("call.ended, none");
});

test("ends a call in progress with now, after the limit that it passed", () => {
  const record = { started_at: at(0), answered_at: at(10), status: "in-progress" };
  expect(stepsOf({ record, limit: 610, now: 700 })).toEqual([
    "Rang, for 10 s, ringing",
    "Answered, talking",
    "Its limit passed, talking",
    "In progress, for 11 min 30 s, talking",
  ]);
  expect(stepsOf({ record, found: { no_end_seen: true, confirmed_at: null } }).at(-1)).toBe("No end seen, talking");
});

test("leaves out every step that was not reported", () => {
  expect(stepsOf({ record: { status: "ended" }, events: [event("call.ended", 3)] })).toEqual(["call.ended, none"]);
  expect(
    stepsOf({ record: { started_at: at(0), ended_at: at(9), ended_reason: "no-answer", duration_seconds: 0 } }),
  ).toEqual(["Rang, for 9 s, ringing", "No answer, none"]);
});

test("finds what was said in the part of an event nearest to its top, and no link that is not of the web", () => {
  const turns = [{ role: "user", content: "Yes?" }];
  const found = contentIn({ type: "report", data: { call: { transcript: turns, summary: "Short." } } });
  expect([found.turns.length, found.summary]).toEqual([1, "Short."]);
  expect(contentIn({ data: { recording_url: "https://a.example/1" } }).recording).toBe("https://a.example/1");
  expect(contentIn({ data: { recording_url: "javascript:alert(1)" } }).recording).toBeUndefined();
});
