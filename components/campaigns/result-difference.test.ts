import { expect, test } from "vitest";
import { platformDifference } from "./result-difference";

const count = (number: number) => ({ count: number, field: "f" });
const counts = (done: number, total = 500) => ({ done: count(done), total: count(total) }) as never;

test("says by how many people the events and the platform's count differ", () => {
  expect(platformDifference(240, counts(240))).toBeUndefined();
  expect(platformDifference(240, counts(241))).toContain("Of 1 person no event came");
  expect(platformDifference(240, counts(200))).toContain("counts 200 people as done or failed. The others");
  expect(platformDifference(240, {})).toBeUndefined();
});
