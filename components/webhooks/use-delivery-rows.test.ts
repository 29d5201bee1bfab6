import { expect, test } from "vitest";
import { delivery } from "@/lib/testing/components/deliveries";
import { differing, freezeRows } from "./use-delivery-rows";

test("freezeRows holds back new rows, updates changed rows in place and keeps rows pushed off", () => {
  const displayed = {
    data: [delivery("a", 9), delivery("b", 8, { status: "retrying" }), delivery("c", 7)],
    next: "after c",
  };
  const now = { data: [delivery("d", 10), delivery("a", 9), delivery("b", 8)], next: "after b" };
  const { shown, waiting } = freezeRows(now, displayed);
  expect(shown.map(({ key, status }) => [key, status])).toEqual([
    ["a", "delivered"],
    ["b", "delivered"],
    ["c", "delivered"],
  ]);
  expect(waiting).toBe(1);
});

test("freezeRows removes rows that no longer match and does not count their successors as new", () => {
  const displayed = { data: [delivery("a", 9), delivery("b", 8)], next: "after b" };
  const now = { data: [delivery("b", 8), delivery("c", 7)], next: "after c" };
  const { shown, waiting } = freezeRows(now, displayed);
  expect(shown.map(({ key }) => key)).toEqual(["b"]);
  expect(waiting).toBe(0);
  expect(freezeRows({ data: [], next: null }, displayed)).toEqual({ shown: [], waiting: 0 });
});

test("freezeRows keeps a row in place, once, when it moves to the other group", () => {
  const was = delivery("a", 9, { status: "failed", is_delivered: false });
  const missed = { data: [was, delivery("b", 8)], next: null };
  const arrived = { data: [delivery("c", 7)], next: null };
  const now = {
    missed: { data: [delivery("b", 8)], next: null },
    arrived: { data: [delivery("a", 9), delivery("c", 7)], next: null },
  };
  const frozen = freezeRows(now.missed, missed, { otherPage: now.arrived.data, otherShown: arrived.data });
  expect(frozen.shown.map(({ key, status }) => [key, status])).toEqual([
    ["a", "delivered"],
    ["b", "delivered"],
  ]);
  const early = freezeRows(now.missed, missed, { otherPage: arrived.data, otherShown: arrived.data, isReading: true });
  expect(early.shown.map(({ key, status }) => [key, status])).toEqual([
    ["a", "failed"],
    ["b", "delivered"],
  ]);
  const others = { otherPage: now.missed.data, otherShown: missed.data };
  expect(freezeRows(now.arrived, arrived, others)).toEqual({ shown: arrived.data, waiting: 0 });
  const entered = freezeRows(now.missed, missed, { otherPage: now.arrived.data, otherShown: now.arrived.data });
  expect(entered.shown.map(({ key }) => key)).toEqual(["b"]);
});

test("differing gives the previous value of changed entries", () => {
  const before = [delivery("a", 1, { status: "retrying" }), delivery("b", 1, { attempts: 2 }), delivery("c", 1)];
  const now = [delivery("a", 1), delivery("b", 1, { attempts: 3 }), delivery("c", 1), delivery("d", 1)];
  expect([...differing(now, before)]).toEqual([
    ["a", "was retrying"],
    ["b", "was 2 attempts"],
    ["d", "new"],
  ]);
});
