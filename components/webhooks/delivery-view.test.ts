import { expect, test } from "vitest";
import type { Delivery } from "@/lib/contract/console/deliveries";
import { delivery } from "@/lib/testing/components/deliveries";
import { nextView } from "./delivery-view";

type Page = { data: Delivery[]; next: string | null };

const noPage = { data: [], next: null };
const pagesOf = (missed: Page, arrived: Page = noPage) => ({ scope: "all", pages: { missed, arrived } });
const readOnce = (missed: Page, arrived?: Page) => nextView(undefined, pagesOf(missed, arrived), () => false);
const statusesOf = (rows: readonly Delivery[]) => rows.map(({ key, status }) => `${key} ${status}`);
const whileReading = () => true;

test("nextView makes new rows wait, updates changed rows in place and keeps rows pushed off while the user reads", () => {
  const before = readOnce(noPage, {
    data: [delivery("a", 9), delivery("b", 8, { status: "retrying" }), delivery("c", 7)],
    next: "after c",
  });
  const now = { data: [delivery("d", 10), delivery("a", 9), delivery("b", 8)], next: "after b" };
  const held = nextView(before, pagesOf(noPage, now), whileReading);
  expect(statusesOf(held.arrived)).toEqual(["a delivered", "b delivered", "c delivered"]);
  expect([held.waiting, ...held.marks]).toEqual([1, ["b", "was retrying"]]);
  const released = nextView(held, pagesOf(noPage, now), () => false);
  expect(released.arrived.map(({ key }) => key)).toEqual(["d", "a", "b"]);
  expect([released.waiting, ...released.marks]).toEqual([0, ["d", "new"]]);
});

test("nextView removes rows that no longer match and adds their successors at the end", () => {
  const before = readOnce(noPage, { data: [delivery("a", 9), delivery("b", 8)], next: "after b" });
  const now = { data: [delivery("b", 8), delivery("c", 7)], next: "after c" };
  const held = nextView(before, pagesOf(noPage, now), whileReading);
  expect(held.arrived.map(({ key }) => key)).toEqual(["b", "c"]);
  expect([held.waiting, held.marks.size]).toEqual([0, 0]);
  expect(nextView(before, pagesOf(noPage), whileReading)).toMatchObject({ arrived: [], waiting: 0 });
});

test("nextView keeps a row in place, once, when it moves to the other group while the user reads", () => {
  const was = delivery("a", 9, { status: "failed", is_delivered: false });
  const before = readOnce({ data: [was, delivery("b", 8)], next: null }, { data: [delivery("c", 7)], next: null });
  const now = pagesOf(
    { data: [delivery("b", 8)], next: null },
    { data: [delivery("a", 9), delivery("c", 7)], next: null },
  );
  const held = nextView(before, now, whileReading);
  expect(statusesOf(held.missed)).toEqual(["a delivered", "b delivered"]);
  expect(held.arrived.map(({ key }) => key)).toEqual(["c"]);
  expect([held.waiting, ...held.marks]).toEqual([0, ["a", "was failed"]]);
  const moved = nextView(held, now, () => false);
  expect([moved.missed, moved.arrived].map((rows) => rows.map(({ key }) => key))).toEqual([["b"], ["a", "c"]]);
});

test("nextView shows only the latest version of an entry that both groups hold", () => {
  const stale = { data: [delivery("a", 1, { status: "failed" }), delivery("b", 1)], next: null };
  const latest = { data: [delivery("a", 2)], next: null };
  const { missed, arrived } = readOnce(stale, latest);
  expect([statusesOf(missed), statusesOf(arrived)]).toEqual([["b delivered"], ["a delivered"]]);
});

test("nextView marks new and changed rows, but not older ones that were loaded later", () => {
  const before = [delivery("a", 3, { status: "retrying" }), delivery("b", 2, { attempts: 2 }), delivery("c", 1)];
  const now = [
    delivery("d", 4),
    delivery("a", 3),
    delivery("b", 2, { attempts: 3 }),
    delivery("c", 1),
    delivery("e", 0),
  ];
  const { marks } = nextView(readOnce({ data: before, next: "c" }), pagesOf({ data: now, next: null }), () => false);
  expect([...marks]).toEqual([
    ["d", "new"],
    ["a", "was retrying"],
    ["b", "was 2 attempts"],
  ]);
});
