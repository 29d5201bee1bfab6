import { expect, test } from "vitest";
import { compare } from "./match-log";

const side = (id: string, atMs: number, rest: { deliveryId?: string; event?: string; count?: number } = {}) => ({
  ...{ id, atMs, event: "call.ended", count: 1, deliveryId: null },
  ...rest,
});

test("matches by ID, then by event and time after the difference of the clocks", () => {
  const log = [
    side("d1", 1_000, { deliveryId: "d1" }),
    side("d2", 60_000),
    side("d3", 90_000),
    side("d4", 95_000, { event: "other" }),
  ];
  const events = [side("1", 31_000, { deliveryId: "d1" }), side("2", 90_400), side("3", 200_000)];
  expect(compare(log, events)).toMatchObject({
    ...{ matched: 2, log_only: 2, log_only_keys: ["d3", "d4"], here_only: 1, here_only_ids: ["3"] },
  });
});

test("gives each event to one delivery only, and tells of more arrivals than attempts", () => {
  const events = [side("1", 1_000, { count: 3 })];
  expect(compare([side("d1", 1_000), side("d2", 1_100)], events)).toMatchObject({
    matched: 1,
    log_only: 1,
    more_arrivals: 1,
  });
});

test("compares two logs of twenty thousand without an ID in common", () => {
  const many = (prefix: string) => Array.from({ length: 20_000 }, (_, nth) => side(`${prefix}${nth}`, nth * 10));
  expect(compare(many("d"), many("e")).matched).toBe(20_000);
});
