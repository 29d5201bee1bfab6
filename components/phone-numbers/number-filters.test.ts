import { expect, test } from "vitest";
import { filterNumbers, noAssistant } from "./use-number-filters";

const numbers = [
  { id: "a", phone_number: "+442079460142", friendly_name: "London", status: "active", country_code: "GB" },
  { id: "b", phone_number: "+493023125014", friendly_name: "Front desk", status: "suspended", assistant_id: "x" },
  { id: "c", friendly_name: null, assistant_id: null },
];
const ids = (filters: Parameters<typeof filterNumbers>[1]) => filterNumbers(numbers, filters).map(({ id }) => id);

test("without a filter every number stays", () => {
  expect(filterNumbers(numbers, {})).toBe(numbers);
});

test("a number is found by its digits, spaced or not, by its name and by its ID", () => {
  expect(ids({ text: "20 7946" })).toEqual(["a"]);
  expect(ids({ text: "+44 (20) 7946-0142" })).toEqual(["a"]);
  expect(ids({ text: "FRONT" })).toEqual(["b"]);
  expect(ids({ text: "c" })).toEqual(["c"]);
});

test("filters are met all together", () => {
  expect(ids({ status: "suspended", assistant: "x" })).toEqual(["b"]);
  expect(ids({ status: "active", assistant: "x" })).toEqual([]);
});

test("numbers without an assistant can be asked for", () => {
  expect(ids({ assistant: noAssistant })).toEqual(["a", "c"]);
});
