import { expect, test, vi } from "vitest";
import { createPlaces } from "./places";

function placesOf(atOnce: number) {
  let nowMs = 0;
  const places = createPlaces(atOnce, () => nowMs);
  const take = (sender: string) => {
    const giveUp = vi.fn();
    return { place: places.take(sender, giveUp), giveUp };
  };
  return { ...places, take, wait: (ms: number) => (nowMs += ms) };
}

test("gives one sender all places while nobody else waits", () => {
  const { take } = placesOf(3);
  expect([1, 2, 3, 4].map(() => take("a").place !== undefined)).toEqual([true, true, true, false]);
});

test("takes a place from the sender who has most until both have the same", () => {
  const { take } = placesOf(4);
  const first = [1, 2, 3, 4].map(() => take("a"));
  expect([1, 2, 3].map(() => take("b").place !== undefined)).toEqual([true, true, false]);
  expect(first.map(({ giveUp }) => giveUp.mock.calls.length)).toEqual([1, 1, 0, 0]);
});

test("takes the place of a slow body first, also of the same sender, and never of one that is whole", () => {
  const { take, wait } = placesOf(3);
  const [fast, slow, whole] = [take("a"), take("a"), take("a")];
  if (whole.place) whole.place.isReceiving = false;
  wait(2_000);
  if (fast.place) fast.place.bytes = 5_000;
  expect(take("a").place).toBeDefined();
  expect([fast, slow, whole].map(({ giveUp }) => giveUp.mock.calls.length)).toEqual([0, 1, 0]);
});
