import { expect, test } from "vitest";
import { otherDigits, spellings } from "@/lib/testing/spellings";
import { erasedWord, replaceNumbers } from "./find-erased";
import { forgetIn, forgetInForm, namesBeside, reducedCall } from "./forget-in-json";
import { formsOf } from "./number-forms";

const erasedOf = (...numbers: string[]) => {
  const forms = new Set(numbers.flatMap(formsOf));
  return (digits: string) => forms.has(digits);
};
const american = erasedOf("+14155550100");
const german = erasedOf("+4915112345678");
const without = (text: string, isErased = american) => replaceNumbers(text, isErased, "#");

test.each([
  ["+14155550100", "#"],
  ["call +1 (415) 555-0100 now", "call # now"],
  ["(415) 555-0100", "#"],
  ["415.555.0100", "#"],
  ["1-415-555-0100x5", "#x5"],
  ["00 1 415 555 0100", "#"],
  ["011 1 415 555 0100", "#"],
  ["tel:+14155550100;ext=5", "tel:#;ext=5"],
  ["to=%2B14155550100&x=1", "to=#&x=1"],
  ["f14155550100a9", "f#a9"],
  ["call_14155550100_2", "call_#_2"],
  ["0011 1 415 555 0100", "#"],
  ["3,14155550100,Ann", "3,#,Ann"],
  ["2026-11-28 10:30 415 555 0100", "2026-11-28 10:30 #"],
  ["2026-11-28 14155550100", "2026-11-28 #"],
  ["415 555 0100 415 555 0101", "# 415 555 0101"],
  ["row 3 14155550100", "row 3 #"],
  ["+49 30 12345678 14155550100", "+49 30 12345678 #"],
  ["14155550100 2nd try", "# 2nd try"],
])("finds the number in %j", (text, left) => expect(without(text)).toBe(left));

test.each([
  "+141555501001",
  "+4914155550100",
  "+49 14155550100",
  "0049 14155550100",
  "114155550100",
  "9 415 555 0100",
  "4155550100123456789",
  "+49 30 1415 5550100 12",
  "1.415.555.010",
])("leaves %j, another number", (text) => expect(without(text)).toBe(text));

test.each([
  ["+49 (0)151 12345678", "#"],
  ["0151 / 12345678", "#"],
  ["4915112345678", "#"],
  ["15112345678", "15112345678"],
  ["+43 151 12345678", "+43 151 12345678"],
])("reads %j as a number of Germany", (text, left) => expect(without(text, german)).toBe(left));

test("finds a number of a country without a national prefix as it is written there", () => {
  const spanish = erasedOf("+34612345678");
  expect(without("612 34 56 78", spanish)).toBe("#");
});

test.each([
  ["+919876543210", "98765 43210", "#"],
  ["+8613800138000", "138 0013 8000", "#"],
  ["+573001234567", "300 123 4567", "#"],
  ["+36301234567", "06 30 123 4567", "#"],
  ["+79123456789", "8 (912) 345-67-89", "#"],
  ["+37061234567", "8 612 34567", "#"],
  ["+79123456789", "912 345-6789", "912 345-6789"],
  ["+447911123456", "7911 123456", "7911 123456"],
])("reads %s as its country writes it: %s", (number, text, left) => {
  expect(without(text, erasedOf(number))).toBe(left);
});

test.for(spellings)("erases $number, written as $spelling, alone and in other text", ({ spelling, number }) => {
  const isErased = erasedOf(number);
  for (const text of [spelling, `Ring ${spelling} today.`, JSON.stringify({ note: spelling })]) {
    const left = replaceNumbers(text, isErased);
    expect(left, text).toContain(erasedWord);
    expect(left.normalize("NFKC").replace(/\\u[\da-f]{4}|\D/g, ""), text).not.toContain(number.slice(-7));
  }
  const left = forgetIn({ phone: spelling, name: "Ann Example" }, isErased);
  expect(left).toMatchObject({ name: erasedWord });
  expect(otherDigits.map((text) => replaceNumbers(text, isErased))).toEqual(otherDigits);
});

test("erases the number and the name beside it in a form", () => {
  const query = "event=call.ended&to_number=%2B14155550100&customer_name=Ann+Example&x=a%20b";
  expect(forgetInForm(query, american)).toBe("event=call.ended&to_number=[erased]&customer_name=[erased]&x=a%20b");
  const other = "to_number=%2B14155550101&customer_name=Bo+Other";
  expect(forgetInForm(other, american)).toBe(other);
});

test("replaces the name beside a number, and no name of anything else", () => {
  const value = {
    id: "camp_1",
    name: "Reminders",
    contacts: [
      { name: "Ann Example", phone: "+14155550100", note: "Ann Example called" },
      { name: "Bo Other", phone: "+14155550101" },
    ],
    call: { id: "c1", to: 14155550100, customer_name: "Ann Example", campaign_name: "Reminders" },
    customer: { id: "p1", name: "Ann Example", number: "415-555-0100" },
    "+14155550100": true,
  };
  expect(forgetIn(value, american)).toEqual({
    id: "camp_1",
    name: "Reminders",
    contacts: [
      { name: erasedWord, phone: erasedWord, note: "Ann Example called" },
      { name: "Bo Other", phone: "+14155550101" },
    ],
    call: { id: "c1", to: erasedWord, customer_name: erasedWord, campaign_name: "Reminders" },
    customer: { id: "p1", name: erasedWord, number: erasedWord },
    [erasedWord]: true,
  });
  expect(new Set(namesBeside(value, american))).toEqual(new Set(["Ann Example"]));
});

test("returns the same value when nobody of it was erased", () => {
  const value = { id: "c1", to: "+14155550101", list: [{ n: 1 }] };
  expect(forgetIn(value, american)).toBe(value);
});

test("keeps only IDs, states and times of a call", () => {
  const call = { id: "c1", status: "ended", ended_at: "2026", transcript: [{ text: "Hi" }], summary: "Ann", to: "+1" };
  expect(reducedCall({ success: true, data: call })).toEqual({
    success: true,
    data: { id: "c1", status: "ended", ended_at: "2026" },
  });
});
