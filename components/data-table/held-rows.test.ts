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
