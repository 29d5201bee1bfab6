import { expect, test } from "vitest";
import { matchingRows } from "@/components/list/list-spec";
import { noAssistant, numberList } from "./number-list";

const numbers = [
  { id: "a", phone_number: "+442079460142", friendly_name: "London", status: "active", country_code: "GB" },
  { id: "b", phone_number: "+493023125014", friendly_name: "Front desk", status: "suspended", assistant_id: "x" },
  { id: "c", friendly_name: null, assistant_id: null },
];
const found = (filters: Record<string, string>) => matchingRows(numberList, numbers, (name) => filters[name]);
const ids = (filters: Record<string, string>) => found(filters).map(({ id }) => id);

test("the list shows all numbers when no filter is set", () => {
  expect(found({})).toBe(numbers);
});

test("the list finds a number by digits, name and ID", () => {
  expect(ids({ text: "20 7946" })).toEqual(["a"]);
  expect(ids({ text: "+44 (20) 7946-0142" })).toEqual(["a"]);
  expect(ids({ text: "FRONT" })).toEqual(["b"]);
  expect(ids({ text: "c" })).toEqual(["c"]);
});

test("the list combines filters with AND", () => {
  expect(ids({ status: "suspended", assistant: "x" })).toEqual(["b"]);
  expect(ids({ status: "active", assistant: "x" })).toEqual([]);
});

test("the list finds numbers without an assistant", () => {
  expect(ids({ assistant: noAssistant })).toEqual(["a", "c"]);
});
