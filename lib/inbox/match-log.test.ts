import { expect, test } from "vitest";
import { compare, type LogSide } from "./match-log";

const side = (id: string, seconds: number, rest: Partial<LogSide> = {}): LogSide => ({
  ...{ id, event: "call.ended", atMs: seconds * 1000, lastMs: seconds * 1000, count: 1, deliveryId: null },
  ...rest,
});

const all = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY, knownMs: 1_000_000 };

test("matches by ID, and events without one by their time after the difference of the clocks", () => {
  const log = [side("log_1", 0, { deliveryId: "log_1" }), side("log_2", 10), side("log_3", 20)];
  const events = [side("1", 30, { deliveryId: "log_1" }), side("2", 41), side("3", 120)];
  expect(compare(log, events, all)).toMatchObject({
    matched: ["1", "2"],
    logOnly: ["log_3"],
    hereOnly: ["3"],
    more: [],
  });
});

test("knows the difference of the clocks only from three deliveries with the same ID", () => {
  const pairs = [1, 2, 3].map((nth) => [`log_${nth}`, nth * 10] as const);
  const log = pairs.map(([id, seconds]) => side(id, seconds, { deliveryId: id }));
  const events = pairs.map(([id, seconds]) => side(`e${id}`, seconds + 0.4, { deliveryId: id }));
  expect(compare(log, events, all).differenceMs).toBeCloseTo(400);
  expect(compare(log.slice(1), events, all).differenceMs).toBeNull();
});

test("matches each event with one delivery when several are near", () => {
  const log = [side("log_1", 0), side("log_2", 1)];
  expect(compare(log, [side("1", 0)], all)).toMatchObject({ matched: ["1"], logOnly: ["log_2"] });
  expect(compare(log, [side("1", 0), side("2", 1), side("3", 2)], all)).toMatchObject({ logOnly: [], hereOnly: ["3"] });
});

test("finds an event that arrived more often than the log has attempts", () => {
  const log = [side("log_1", 0, { deliveryId: "log_1", count: 2 })];
  const arrived = (count: number) => compare(log, [side("1", 0, { deliveryId: "log_1", count })], all).more;
  expect([arrived(2), arrived(3)]).toEqual([[], ["1"]]);
});

test("counts what is in the time, with its other half at the edge outside, and no event that the log cannot have yet", () => {
  const log = [side("log_1", 99), side("log_2", 150)];
  const events = [side("1", 101), side("2", 150), side("3", 180), side("4", 260)];
  const span = { fromMs: 100_000, toMs: 300_000, knownMs: 200_000 };
  expect(compare(log, events, span)).toMatchObject({ matched: ["2"], logOnly: [], hereOnly: ["3"], more: [] });
});

test("compares two logs of twenty thousand without an ID in common", () => {
  const many = (prefix: string) => Array.from({ length: 20_000 }, (_, nth) => side(`${prefix}${nth}`, nth / 100));
  expect(compare(many("d"), many("e"), all).matched).toHaveLength(20_000);
});
