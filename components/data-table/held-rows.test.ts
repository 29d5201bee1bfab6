import { expect, test } from "vitest";
import { nextHeld } from "./held-rows";

const idOf = ({ id }: { id: string }) => id;
const page = (...ids: number[]) => ids.map((id) => ({ id: String(id), page: ids.length }));

test("keeps the order of shown rows while the list is held, and counts the new ones", () => {
  const first = nextHeld(undefined, { scope: "a", idOf, page: page(2, 1) }, () => true);
  const held = nextHeld(first, { scope: "a", idOf, page: page(10, 3, 2) }, () => true);
  expect([held.rows.map(({ id }) => id), held.waiting]).toEqual([["2", "1"], 2]);
  expect(held.rows[0]?.page).toBe(3);
  expect(nextHeld(held, { scope: "a", idOf, page: page(10, 3, 2) }, () => false)).toMatchObject({
    waiting: 0,
    rows: page(10, 3, 2),
  });
  expect(nextHeld(held, { scope: "b", idOf, page: page(9) }, () => true).rows).toEqual(page(9));
});

test("shows the first rows of an empty list at once", () => {
  const empty = nextHeld(undefined, { scope: "a", idOf, page: page() }, () => true);
  expect(nextHeld(empty, { scope: "a", idOf, page: page(2, 1) }, () => true)).toMatchObject({
    waiting: 0,
    rows: page(2, 1),
  });
});

test("counts a new row that belongs between shown ones, and shows it when asked", () => {
  const first = nextHeld(undefined, { scope: "a", idOf, page: page(9, 5) }, () => true);
  const held = nextHeld(first, { scope: "a", idOf, page: page(9, 7, 5) }, () => true);
  expect([held.rows.map(({ id }) => id), held.waiting]).toEqual([["9", "5"], 1]);
  expect(nextHeld(held, { scope: "a", idOf, page: page(9, 7, 5) }, () => false).rows).toEqual(page(9, 7, 5));
});

test("a row with another ID takes the place of the one that it was", () => {
  const first = nextHeld(undefined, { scope: "a", idOf, page: page(3, 2, 1) }, () => true);
  const earlierIdOf = ({ id }: { id: string }) => (id === "20" ? "2" : undefined);
  const held = nextHeld(first, { scope: "a", idOf, earlierIdOf, page: page(3, 20, 1) }, () => true);
  expect([held.rows.map(({ id }) => id), held.waiting]).toEqual([["3", "20", "1"], 0]);
});

test("drops a row that left a list of one page, and shows the others when none is left", () => {
  const first = nextHeld(undefined, { scope: "a", idOf, page: page(2) }, () => true);
  const next = { scope: "a", idOf, page: page(1) };
  expect(nextHeld(first, { ...next, isLast: true }, () => true)).toMatchObject({ rows: page(1), waiting: 0 });
  expect(nextHeld(first, next, () => true).rows.map(({ id }) => id)).toEqual(["2"]);
});
