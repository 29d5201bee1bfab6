import { expect, test } from "vitest";
import { compare, type LogSide } from "./match-log";

const side = (id: string, seconds: number, rest: Partial<LogSide> = {}): LogSide => ({
  ...{ id, event: "call.ended", atMs: seconds * 1000, count: 1, deliveryId: null },
  ...rest,
});

test("matches by ID, and events without one by their time after the difference of the clocks", () => {
  const log = [side("log_1", 0, { deliveryId: "log_1" }), side("log_2", 10), side("log_3", 20)];
  const events = [side("1", 30, { deliveryId: "log_1" }), side("2", 41), side("3", 120)];
  expect(compare(log, events)).toEqual({ matched: ["1", "2"], logOnly: ["log_3"], hereOnly: ["3"], more: [] });
});

test("matches each event with one delivery when several are near", () => {
  const log = [side("log_1", 0), side("log_2", 1)];
  expect(compare(log, [side("1", 0)])).toMatchObject({ matched: ["1"], logOnly: ["log_2"] });
  expect(compare(log, [side("1", 0), side("2", 1), side("3", 2)])).toMatchObject({ logOnly: [], hereOnly: ["3"] });
});

test("finds an event that arrived more often than the log has attempts", () => {
  const log = [side("log_1", 0, { deliveryId: "log_1", count: 2 })];
  const arrived = (count: number) => compare(log, [side("1", 0, { deliveryId: "log_1", count })]).more;
  expect([arrived(2), arrived(3)]).toEqual([[], ["1"]]);
});

test("compares two logs of twenty thousand without an ID in common", () => {
  const many = (prefix: string) => Array.from({ length: 20_000 }, (_, nth) => side(`${prefix}${nth}`, nth / 100));
  expect(compare(many("d"), many("e")).matched).toHaveLength(20_000);
});
