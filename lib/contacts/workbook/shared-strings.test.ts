import { expect, test } from "vitest";
import { createTextStore } from "./shared-strings";

test("returns texts by their index, however many there are", () => {
  const store = createTextStore();
  const textAt = (index: number) => (index % 7 === 0 ? "" : `text ${index}`);
  for (let index = 0; index < 5_000; index += 1) store.add(textAt(index));
  expect(store.size()).toBe(5_000);
  for (let index = 0; index < 5_000; index += 1) expect(store.at(index)).toBe(textAt(index));
  expect([store.at(5_000), store.at(9_999)]).toEqual([undefined, undefined]);
});
