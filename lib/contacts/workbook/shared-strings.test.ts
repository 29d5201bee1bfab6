import { expect, test } from "vitest";
import { createTextStore } from "./shared-strings";

test("texts come back by their places, however many there are", () => {
  const store = createTextStore();
  const textAt = (at: number) => (at % 7 === 0 ? "" : `text ${at}`);
  for (let at = 0; at < 5_000; at += 1) store.add(textAt(at));
  expect(store.size()).toBe(5_000);
  for (let at = 0; at < 5_000; at += 1) expect(store.at(at)).toBe(textAt(at));
  expect([store.at(5_000), store.at(9_999)]).toEqual([undefined, undefined]);
});
