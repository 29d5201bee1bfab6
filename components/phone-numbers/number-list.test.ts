import { expect, test } from "vitest";
import { filterNumbers, noAssistant } from "./use-number-filters";

const numbers = [
  { id: "a", phone_number: "+442079460142", friendly_name: "London", status: "active", country_code: "GB" },
  { id: "b", phone_number: "+493023125014", friendly_name: "Front desk", status: "suspended", assistant_id: "x" },
  { id: "c", friendly_name: null, assistant_id: null },
];
const ids = (filters: Parameters<typeof filterNumbers>[1]) => filterNumbers(numbers, filters).map(({ id }) => id);

test("filterNumbers returns all numbers when no filter is set", () => {
  expect(filterNumbers(numbers, {})).toBe(numbers);
});

test("filterNumbers finds a number by digits, name and ID", () => {
  expect(ids({ text: "20 7946" })).toEqual(["a"]);
  expect(ids({ text: "+44 (20) 7946-0142" })).toEqual(["a"]);
  expect(ids({ text: "FRONT" })).toEqual(["b"]);
  expect(ids({ text: "c" })).toEqual(["c"]);
});

test("filterNumbers combines filters with AND", () => {
  expect(ids({ status: "suspended", assistant: "x" })).toEqual(["b"]);
  expect(ids({ status: "active", assistant: "x" })).toEqual([]);
});

test("filterNumbers finds numbers without an assistant", () => {
  expect(ids({ assistant: noAssistant })).toEqual(["a", "c"]);
});
