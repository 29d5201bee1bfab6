import fc from "fast-check";
import { expect, test } from "vitest";
import { countsIn, handledOf } from "./campaign-counters";
import { hoursAt, hoursIn, namesHours } from "./campaign-hours";
import { paceOf } from "./campaign-progress";

const startMs = Date.UTC(2026, 10, 20, 14);
const sampleAt = (minute: number, handled: number, total = 100) => ({
  at: new Date(startMs + minute * 60_000).toISOString(),
  status: "running",
  handled,
  total,
});
const pace = (samples: Parameters<typeof paceOf>[0], minute: number) => paceOf(samples, startMs + minute * 60_000);

test("finds counters by their recognized names, in snake case or camel case", () => {
  const ours = {
    total_contacts: 10,
    pending_contacts: 4,
    in_progress_contacts: 1,
    completed_contacts: 3,
    failed_contacts: 2,
  };
  const counts = { waiting: 4, active: 1, done: 3, failed: 2, total: 10 };
  const found = (record: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(countsIn(record)).map(([name, { count }]) => [name, count]));
  expect(found(ours)).toEqual(counts);
  expect(found({ totalContacts: 10, pending: 4, inProgress: 1, completed: 3, failed: 2 })).toEqual(counts);
  expect(countsIn({ total: 3, total_contacts: 10 }).total).toEqual({ count: 10, field: "total_contacts" });
  const stats = { completed: 4 };
  expect(countsIn({ stats, reached: 3 })).toEqual({});
  expect(countsIn({ stats, completed: 3 }, { "stats.completed": "done", completed: null })).toEqual({
    done: { count: 4, field: "stats.completed" },
  });
  expect(found({ total: "10", pending: -1, completed: 1.5, completed_at: 7, failed_reason: "busy" })).toEqual({});
});

test("counts ended contacts, and returns undefined when the record does not suffice", () => {
  const of = (record: Record<string, unknown>) => handledOf(countsIn(record));
  expect(of({ total: 10, completed: 3, failed: 2, cancelled: 1 })).toEqual({ count: 6, total: 10 });
  expect(of({ total: 10, pending: 4, in_progress: 1 })).toEqual({ count: 5, total: 10 });
  expect(of({ pending: 4, completed: 6 })).toEqual({ count: 6, total: 10 });
  expect(of({ total: 10 })).toBeUndefined();
  expect(of({ total: 3, completed: 7 })).toBeUndefined();
});

test("takes the rate from ten minutes, and the end from enough contacts", () => {
  const samples = [sampleAt(0, 0, 300), sampleAt(10, 100, 300), sampleAt(15, 110, 300), sampleAt(20, 120, 300)];
  expect(pace(samples, 20)).toEqual({
    perMinute: 2,
    overMinutes: 10,
    perMinuteInAll: 6,
    endsAt: new Date(startMs + 50 * 60_000).toISOString(),
    endsBetween: [expect.any(String), expect.any(String)],
    stillSince: null,
    opensAt: null,
  });
  const faster = [sampleAt(0, 0, 300), sampleAt(10, 20, 300), sampleAt(15, 60, 300), sampleAt(20, 100, 300)];
  expect(pace(faster, 20).endsAt).toBe(new Date(startMs + 45 * 60_000).toISOString());
});

test("narrows the range of the expected end as more contacts are counted", () => {
  const minutesAround = (contacts: number, total: number) => {
    const { endsBetween } = pace([sampleAt(0, 0, total), sampleAt(10, contacts, total)], 10);
    return endsBetween?.map((at) => Math.round((Date.parse(at) - startMs) / 60_000));
  };
  expect(minutesAround(4, 44)).toEqual([77, 210]);
  expect(minutesAround(400, 4400)).toEqual([105, 115]);
  expect(minutesAround(1, 11)).toBeUndefined();
});

test("ignores time in which a campaign rested or was outside calling hours", () => {
  const paused = [
    sampleAt(0, 0),
    sampleAt(10, 20),
    { ...sampleAt(11, 20), status: "paused" },
    { ...sampleAt(70, 20), status: "paused" },
    sampleAt(71, 20),
    sampleAt(80, 38),
  ];
  expect(pace(paused, 80)).toMatchObject({ perMinute: 1.8, overMinutes: 10, perMinuteInAll: 1.9 });
  const hours = hoursIn({ timezone: "Europe/London", calling_window: { days: [5], start: "09:00", end: "15:00" } });
  const overNight = paceOf([sampleAt(0, 0, 400), sampleAt(20, 40, 400)], startMs + 20 * 60_000, hours);
  expect(overNight.endsAt).toBe("2026-11-27T11:20:00.000Z");
  expect(
    paceOf([sampleAt(0, 0), sampleAt(55, 40), sampleAt(70, 40)], startMs + 70 * 60_000, hours).stillSince,
  ).toBeNull();
  expect(paceOf([sampleAt(0, 0)], startMs + 70 * 60_000 * 24, hours).opensAt).toBe("2026-11-27T09:00:00.000Z");
  expect(paceOf([sampleAt(0, 0)], startMs + 60_000, hours).opensAt).toBeNull();
});

test.each([
  [{ calling_window: { start: "09:00", end: "17:00" }, timezone: "UTC" }, true],
  [{ status: "draft", calling_window: null, scheduled_at: "2026-12-01T09:00:00Z", max_concurrency: 5 }, false],
  [
    { status: "draft", business_hours: [], quietHours: false, end_time: "2026-12-01T09:00:00Z", startTime: 1.7e9 },
    false,
  ],
  [{ calling_window: { start: "9 am", end: "5 pm" } }, undefined],
  [{ settings: { dialer: { dailySchedule: "weekdays" } } }, undefined],
  [{ call_start_time: "09:00", call_end_time: "21:00" }, undefined],
  [{ start_hour: 9, end_hour: 21 }, undefined],
  [{ calling_times: "9-5" }, undefined],
  [{ timezone: "UTC", calling_window: { start: "09:00", end: "17:00", enabled: false } }, undefined],
  [{ timezone: "UTC", dialing_hours: { start: "09:00", end: "17:00" } }, undefined],
  [{ timezone: "UTC", calling_window: { start: "09:00", end: "17:00", days: ["Monday"] } }, undefined],
  [{ respect_quiet_hours: true }, undefined],
  [{}, undefined],
])("recognizes whether %j names calling hours: %j", (record, expected) => {
  expect(namesHours(record)).toBe(expected);
});

test("takes calling hours from a record in its own time zone, also past midnight", () => {
  const hours = { timezone: "Europe/London", days: [1, 0], start: "22:00", end: "02:00" };
  const named = {
    timezone: "Europe/London",
    callingHours: { start: "22:00", end: "02:00:00", days: [1, 7] },
  };
  expect(hoursIn(named)).toEqual(hours);
  expect(hoursAt(hours, Date.UTC(2026, 6, 6, 0, 30))).toEqual({ isOpen: true, untilMs: Date.UTC(2026, 6, 6, 1) });
  expect(hoursAt(hours, Date.UTC(2026, 6, 7, 1, 30))).toEqual({ isOpen: false, untilMs: Date.UTC(2026, 6, 12, 21) });
  for (const window of [null, "9-5", { start: "9", end: "17:00" }, { start: "09:00", end: "17:00", days: ["Monday"] }])
    expect(hoursIn({ timezone: "Europe/London", calling_window: window })).toBeUndefined();
  expect(hoursIn({ timezone: "Nowhere/At all", calling_window: { start: "09:00", end: "17:00" } })).toBeUndefined();
});

test("has no pace when the samples span less than a minute", () => {
  const noPace = {
    perMinute: null,
    overMinutes: 0,
    perMinuteInAll: null,
    endsAt: null,
    endsBetween: null,
    stillSince: null,
    opensAt: null,
  };
  expect(pace([], 0)).toEqual(noPace);
  expect(pace([sampleAt(0, 5), sampleAt(0.5, 6)], 1)).toMatchObject({ perMinute: null, endsAt: null });
});

test("reports a stall when contacts wait and nothing moves for longer than usual", () => {
  const samples = [sampleAt(0, 10), sampleAt(3, 20), sampleAt(4, 20), sampleAt(6, 20)];
  expect(pace(samples, 6).stillSince).toBe(new Date(startMs + 3 * 60_000).toISOString());
  expect(pace([sampleAt(0, 10), sampleAt(1, 20), sampleAt(2, 20)], 2).stillSince).toBeNull();
  expect(pace([sampleAt(0, 99), sampleAt(1, 100), sampleAt(9, 100)], 9).stillSince).toBeNull();
  const slow = [sampleAt(0, 1), sampleAt(4, 2), sampleAt(8, 3), sampleAt(12, 4), sampleAt(20, 4)];
  expect(pace(slow, 20).stillSince).toBeNull();
  expect(pace([...slow, sampleAt(23, 4)], 23).stillSince).toBe(new Date(startMs + 12 * 60_000).toISOString());
  const dials = [sampleAt(0, 1), sampleAt(2, 1), sampleAt(3, 1)].map((sample, calls) => ({
    ...sample,
    counts: { calls },
  }));
  expect(pace(dials, 3).stillSince).toBeNull();
});

/** Samples of a campaign with 150 contacts and two calls at a time. A third of the calls is made again after five minutes. */
function simulatedCampaign() {
  const waiting = Array.from({ length: 150 }, (_, nth) => ({ nth, fromMs: 0, tries: 1 }));
  const [free, ends]: [number[], number[]] = [[0, 0], []];
  for (let call = waiting.shift(); call; call = waiting.shift()) {
    const [first = 0, other = 0] = free;
    const endMs = Math.max(first, call.fromMs) + (20 + ((call.nth * 37 + call.tries * 11) % 41)) * 1_000;
    free.splice(0, 2, ...[other, endMs].sort((a, b) => a - b));
    if (call.nth % 3 === 0 && call.tries < 2) waiting.push({ ...call, fromMs: endMs + 300_000, tries: 2 });
    else ends.push(endMs);
  }
  const endedMs = Math.max(...ends);
  const handled = (minute: number) => ends.filter((ms) => ms <= minute * 60_000).length;
  return { endMinute: endedMs / 60_000, sample: (minute: number) => sampleAt(minute, handled(minute), 150) };
}

test("estimates the end within a fifth of the run when half of the contacts are done", () => {
  const { endMinute, sample } = simulatedCampaign();
  const samples: ReturnType<typeof sampleAt>[] = [];
  const off: number[] = [];
  for (let minute = 0; minute < endMinute; minute += 0.5) {
    samples.push(sample(minute));
    if (sample(minute).handled < 75) continue;
    const { endsAt } = pace(samples, minute);
    off.push(Math.abs(Date.parse(endsAt ?? "") - startMs - endMinute * 60_000) / (endMinute * 60_000));
  }
  expect(off.length).toBeGreaterThan(20);
  expect(Math.max(...off)).toBeLessThan(0.2);
});

test("reports a standstill within two minutes when a campaign stops moving", () => {
  const { sample } = simulatedCampaign();
  const samples: ReturnType<typeof sampleAt>[] = [];
  for (let minute = 0; minute <= 20; minute += 0.5) {
    samples.push(sample(minute));
    expect(pace(samples, minute).stillSince).toBeNull();
  }
  const moved = samples.find(({ handled }) => handled === samples.at(-1)?.handled);
  for (const minute of [20.5, 21, 21.5, 22]) samples.push({ ...sample(20), at: sampleAt(minute, 0).at });
  expect(pace(samples, 22).stillSince).toBe(moved?.at);
});

test("excludes cancelled contacts from the pace", () => {
  const cancelled = { ...sampleAt(21, 300, 300), status: "cancelled", counts: { cancelled: 260 } };
  const samples = [sampleAt(0, 0, 300), sampleAt(10, 20, 300), sampleAt(20, 40, 300), cancelled];
  expect(pace(samples, 22)).toMatchObject({ perMinute: 20 / 11, perMinuteInAll: 40 / 21, endsAt: null });
});

test("reports neither a stall nor an end when a campaign rests", () => {
  for (const status of ["paused", "Draft", "cancelled", "completed"]) {
    const samples = [sampleAt(0, 10), sampleAt(10, 20), sampleAt(14, 20)].map((sample) => ({ ...sample, status }));
    expect(pace(samples, 14)).toMatchObject({ endsAt: null, stillSince: null });
  }
});

test("returns a valid pace and a future end, or null, for any counts", () => {
  const count = fc.oneof(fc.nat(1_000), fc.nat(2_000_000), fc.maxSafeNat());
  const read = fc.record({
    afterMinutes: fc.oneof(fc.nat(30), fc.nat(600_000)),
    ...{ total: count, handled: count, cancelled: fc.nat(100) },
    status: fc.constantFrom("running", "paused", "completed", "simmering", null),
  });
  const hours = fc.constantFrom(undefined, {
    timezone: "Europe/Berlin",
    days: [1, 2, 6],
    start: "21:30",
    end: "02:00",
  });
  const isRate = (rate: number | null) => rate === null || (Number.isFinite(rate) && rate >= 0);
  fc.assert(
    fc.property(fc.array(read, { maxLength: 12 }), fc.nat(600_000), hours, (reads, laterMinutes, calling) => {
      let minute = 0;
      const samples = reads.map(({ afterMinutes, handled, total, status, cancelled }) => {
        minute += afterMinutes;
        return { ...sampleAt(minute, Math.min(handled, total), total), status, counts: { cancelled } };
      });
      const lastMs = startMs + minute * 60_000;
      const result = paceOf(samples, lastMs + laterMinutes * 60_000, calling);
      expect([result.perMinute, result.perMinuteInAll].every(isRate)).toBe(true);
      if (result.endsAt) expect(Date.parse(result.endsAt)).toBeGreaterThanOrEqual(lastMs);
      if (result.stillSince) expect(Date.parse(result.stillSince)).toBeLessThanOrEqual(lastMs);
    }),
  );
});
