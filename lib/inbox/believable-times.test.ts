import { expect, test } from "vitest";
import { readCall } from "@/lib/contract/shapes/call";
import { believableSeconds } from "@/lib/contract/shapes/call-length";
import type { EventRow } from "./call-facts";
import { mergeCall } from "./merge-call";

const heard = "2026-11-28T10:53:04Z";
let id = 0;

type Sent = Partial<Record<"started" | "answered" | "ended", string>>;

/** An event as it is stored, with times as they were sent. */
function event({
  at = heard,
  isOver = true,
  seconds = null,
  ...sent
}: Sent & { at?: string; isOver?: boolean; seconds?: number | null }) {
  id += 1;
  const timeOf = (name: keyof Sent) => {
    const text = sent[name];
    return text === undefined ? null : new Date(/Z$/.test(text) ? text : `${text.replace(" ", "T")}Z`);
  };
  const paths = Object.fromEntries(
    Object.entries(sent).map(([name, text]) => [
      name,
      { path: name, is_confirmed: false, chosen_by: null, ...(/Z$/.test(text) ? {} : { is_zoneless: true }) },
    ]),
  );
  const facts = { startedAt: timeOf("started"), answeredAt: timeOf("answered"), endedAt: timeOf("ended"), seconds };
  const none = { sessionRef: null, campaignRef: null, assistantRef: null, contact: null, own: null, contactName: null };
  return {
    id,
    firstAt: new Date(at),
    isOver,
    paths,
    ...none,
    ...facts,
    direction: null,
    status: null,
    reason: null,
  } as EventRow;
}

const shown = (events: readonly EventRow[], limitSeconds?: number) => {
  const { at, startedAt, answeredAt, endedAt, seconds } = mergeCall(events, { limitSeconds }) ?? {};
  const clock = (date: Date | null | undefined) => date?.toISOString().slice(11, 19) ?? null;
  return { at: clock(at), started: clock(startedAt), answered: clock(answeredAt), ended: clock(endedAt), seconds };
};

const zoned = event({ started: "2026-11-28T10:52:09Z", ended: "2026-11-28T10:53:02Z" });
const zoneless = event({ started: "2026-11-28 06:52:09", ended: "2026-11-28 06:53:03", at: "2026-11-28T10:53:09Z" });

test("does not replace a time with a zone by one without, in any order of events", () => {
  const right = { at: "10:52:09", started: "10:52:09", ended: "10:53:02" };
  expect(shown([zoned, zoneless])).toMatchObject(right);
  expect(shown([{ ...zoned, firstAt: new Date("2026-11-28T10:53:20Z") }, zoneless])).toMatchObject(right);
});

test("does not believe a time without a zone that is off by the hours of one", () => {
  expect(shown([zoneless])).toMatchObject({ at: "10:53:09", started: null, ended: null });
  const start = event({ started: "2026-11-28 06:52:55", isOver: false });
  expect(shown([start])).toMatchObject({ at: "10:53:04", started: null });
  expect(shown([event({ started: "2026-11-28 10:52:09", ended: "2026-11-28 10:53:02" })])).toMatchObject({
    ...{ started: "10:52:09", ended: "10:53:02" },
  });
});

test("does not begin a call hours after its end", () => {
  const late = event({ started: "2026-11-28 15:52:09", ended: "2026-11-28T10:53:02Z", at: "2026-11-28T16:00:00Z" });
  expect(shown([late])).toMatchObject({ started: null, ended: "10:53:02" });
});

test("does not believe an end before the start, an answer outside of the call, or a start in the future", () => {
  const end = event({ started: "2026-11-28T10:52:09Z", ended: "2026-11-28T02:53:02Z" });
  expect(shown([end])).toMatchObject({ started: "10:52:09", ended: null });
  const answer = { started: "2026-11-28T10:52:09Z", answered: "2026-11-28T04:52:20Z", ended: "2026-11-28T10:53:02Z" };
  expect(shown([event(answer)])).toMatchObject({ started: "10:52:09", answered: null, ended: "10:53:02" });
  expect(shown([event({ started: "2026-11-28T14:52:09Z", isOver: false })])).toMatchObject({
    ...{ at: "10:53:04", started: null },
  });
});

test("reads a length that no call can have as milliseconds, or as unknown", () => {
  expect(shown([event({ seconds: 205_000 })]).seconds).toBe(205);
  expect(shown([event({ seconds: 15_000 })], 600).seconds).toBe(15);
  expect(shown([event({ seconds: 9_000 })]).seconds).toBeNull();
  expect(shown([event({ seconds: 53_000, started: "2026-11-28T10:52:09Z" })]).seconds).toBe(53);
  expect(shown([event({ seconds: 53, started: "2026-11-28T10:52:09Z" })]).seconds).toBe(53);
  expect(shown([event({ seconds: 5_000_000, started: "2026-11-28T10:52:09Z" })]).seconds).toBeNull();
  expect([believableSeconds(3_600, undefined), believableSeconds(7_200, 7_000)]).toEqual([3_600, undefined]);
});

test("reads the length of the platform's record so too", () => {
  const record = { started_at: "2026-11-28T10:52:09Z", ended_at: "2026-11-28T10:55:34Z", duration_seconds: 205_000 };
  expect(readCall(record).talkSeconds).toBe(205);
  expect(readCall({ duration_seconds: 205_000 }).talkSeconds).toBe(205);
  expect(readCall({ ...record, duration_seconds: 200 }).talkSeconds).toBe(200);
});
