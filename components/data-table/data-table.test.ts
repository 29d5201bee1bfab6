import { expect, test } from "vitest";
import { inOrderOf } from "./data-table";

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

test("keeps rows in their places when their order changes, and puts new ones last", () => {
  expect(inOrderOf(rows("a", "b", "c"), rows("new", "c", "a", "b"))).toEqual(rows("a", "b", "c", "new"));
  expect(inOrderOf(rows("a", "b", "c"), rows("c", "b"))).toEqual(rows("b", "c"));
});
