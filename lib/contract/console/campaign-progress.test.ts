import { expect, test } from "vitest";
import { countsIn, throughOf } from "./campaign-counters";
import { paceOf } from "./campaign-progress";

const startMs = Date.UTC(2026, 10, 20, 14);
const at = (minute: number, through: number, total = 100) => ({
  at: new Date(startMs + minute * 60_000).toISOString(),
  status: "running",
  through,
  total,
});
const pace = (samples: Parameters<typeof paceOf>[0], minute: number) => paceOf(samples, startMs + minute * 60_000);

test("counters are found by the words that platforms use, in any spelling, also one level deep", () => {
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
  expect(found({ stats: { totalLeads: 10, queued: 4, inProgress: 1, completed: 3, failed: 2 } })).toEqual(counts);
  expect(countsIn({ stats: { queued: 4 } }).waiting?.field).toBe("stats.queued");
  expect(found({ total: "10", pending: -1, completed: 1.5, completed_at: 7, failed_reason: "busy" })).toEqual({});
});

test("through is what ended, however it ended, of all; nothing is made up where the record does not say", () => {
  const of = (record: Record<string, unknown>) => throughOf(countsIn(record));
  expect(of({ total: 10, completed: 3, failed: 2, cancelled: 1 })).toEqual({ through: 6, total: 10 });
  expect(of({ total: 10, pending: 4, in_progress: 1 })).toEqual({ through: 5, total: 10 });
  expect(of({ pending: 4, completed: 6 })).toEqual({ through: 6, total: 10 });
  expect(of({ total: 10 })).toBeUndefined();
  expect(of({ total: 3, completed: 7 })).toBeUndefined();
});

test("the end is expected at the pace of the last ten minutes", () => {
  const samples = [at(0, 0), at(10, 40), at(15, 50), at(20, 60)];
  expect(pace(samples, 20)).toEqual({
    perMinute: 2,
    overMinutes: 10,
    endsAt: new Date(startMs + 40 * 60_000).toISOString(),
    stillSince: null,
  });
});

test("too little is known of a campaign that was just seen, and of one that was never seen to move", () => {
  expect(pace([], 0)).toEqual({ perMinute: null, overMinutes: 0, endsAt: null, stillSince: null });
  expect(pace([at(0, 5), at(0.5, 6)], 1)).toMatchObject({ perMinute: null, endsAt: null });
});

test("a campaign stands still when contacts wait and nothing moved for two minutes", () => {
  const samples = [at(0, 10), at(3, 20), at(4, 20), at(6, 20)];
  expect(pace(samples, 6).stillSince).toBe(new Date(startMs + 3 * 60_000).toISOString());
  expect(pace([at(0, 10), at(1, 20), at(2, 20)], 2).stillSince).toBeNull();
  expect(pace([at(0, 99), at(1, 100), at(9, 100)], 9).stillSince).toBeNull();
});

test("a campaign that rests neither stands still nor ends", () => {
  for (const status of ["paused", "Draft", "cancelled", "completed"]) {
    const samples = [at(0, 10), at(10, 20), at(14, 20)].map((each) => ({ ...each, status }));
    expect(pace(samples, 14)).toMatchObject({ endsAt: null, stillSince: null });
  }
});
