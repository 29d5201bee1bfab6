import { expect, test } from "vitest";
import { forbidsNumber } from "@/lib/contacts/read/no-call-words";
import { createNumberingPlan } from "./numbering-plan";
import { PhoneReader } from "./phone-reader";
import type { PhoneRules } from "./phone-status";

const numbering = createNumberingPlan();

const plainRules: PhoneRules = { country: null, usesSuggestions: [], isRefusal: forbidsNumber };

const read = (cell: string, rules: Partial<PhoneRules> = {}) => {
  const result = new PhoneReader(numbering, { ...plainRules, ...rules }).read(cell);
  const { rowStatus, doubt, phone, number, range, isChanged } = result;
  if (rowStatus !== "ok") return rowStatus;
  expect(phone).toBe(`+${number}`);
  if (doubt !== "ok") return `${doubt} ${phone}`;
  return `${isChanged ? "tidied" : "ok"} ${phone}${range < 0 ? " unassigned" : ""}`;
};

const suggested = (cell: string, rules: Partial<PhoneRules> = {}) =>
  new PhoneReader(numbering, { ...plainRules, ...rules }).read(cell).suggestion;

test.for([
  ["+447911123456", "ok +447911123456"],
  [" +44 7911 123-456 ", "tidied +447911123456"],
  ["+44\u00a07911\u2009123456", "tidied +447911123456"],
  ["\u202a+447911123456\u202c", "tidied +447911123456"],
  ["\u200b+447911123456", "tidied +447911123456"],
  ["(+44) 7911.123.456", "tidied +447911123456"],
  ["+44 (0)7911 123456", "tidied +447911123456"],
  ["+4407911123456", "tidied +447911123456"],
  ["＋４４７９１１１２３４５６", "tidied +447911123456"],
  ["+٤٤٧٩١١١٢٣٤٥٦", "tidied +447911123456"],
  ["+۴۴۷۹۱۱۱۲۳۴۵۶", "tidied +447911123456"],
  ["+४४७९१११२३४५६", "tidied +447911123456"],
  ["00447911123456", "tidied +447911123456"],
  ["0049 30/23125071", "tidied +493023125071"],
  ["'+447911123456", "tidied +447911123456"],
  ['="+447911123456"', "tidied +447911123456"],
  ["tel:+44-7911-123456", "tidied +447911123456"],
  ["+447911123456.0", "tidied +447911123456"],
  ["+44–7911–123456", "tidied +447911123456"],
  ["+390612345678", "ok +390612345678"],
  ["+447700900123", "ok +447700900123 unassigned"],
  ["", "number_missing"],
  ["   ", "number_missing"],
  ["-", "number_missing"],
  ["+", "number_missing"],
  ["07911 123456", "national"],
  ["447911123456", "plus_missing"],
  ["447911123456.0", "plus_missing"],
  ["4.47911E+11", "excel"],
  ["4,47911E+11", "excel"],
  ["2026-03-04", "date"],
  ["2026-03-04T10:30:00", "date"],
  ["#N/A", "excel"],
  ["########", "excel"],
  ["+44 7911 123456 ext. 12", "extension"],
  ["+447911123456x12", "extension"],
  ["+447911123456;ext=12", "extension"],
  ["+447911123456-12", "extension"],
  ["+447911123456 - 3", "extension"],
  ["+447911123456/7", "extension"],
  ["+447911123456 12", "extension"],
  ["+493023125071-12", "short_tail +49302312507112"],
  ["+49 30 2312 50 71", "tidied +493023125071"],
  ["+33 6 12 34 56 78", "tidied +33612345678"],
  ["p:+447911123456", "labelled"],
  ["Tel.: +44 7911 123456", "labelled"],
  ["Fax +447911123456", "letters"],
  ["+447911123456 / +447911123457", "several"],
  ["+447911123456, 07911 123457", "several"],
  ["+447911123456 or +447911123457", "several"],
  ["+447911123456 +447911123457", "several"],
  ["call me", "number_missing"],
  ["1-800-FLOWERS", "letters"],
  ["++447911123456", "letters"],
  ["+44+7911123456", "letters"],
  ["+0447911123456", "digits"],
  ["+123456", "digits"],
  ["+1234567890123456", "digits"],
  ["12", "digits"],
])("reads %j as %s", ([cell, expected]) => {
  expect(read(cell ?? "")).toBe(expected);
});

test.for([
  ["(030) 2312-5099 / 12", "short_tail +49302312509912"],
  ["+49 30 2312-5099/12", "short_tail +49302312509912"],
  ["030/23125099-12", "short_tail +49302312509912"],
  ["030-2312-5099 - 12", "short_tail +49302312509912"],
  ["030/2312-5099", "tidied +493023125099"],
  ["030-2312-50-99", "tidied +493023125099"],
  ["030 / 23 12 50 99", "tidied +493023125099"],
])("flags digits behind a new sign as a possible extension: %j is %s", ([cell = "", expected]) => {
  expect(read(cell, { country: "DE" })).toBe(expected);
});

test("reads national numbers in the chosen country", () => {
  expect(read("07911 123456", { country: "GB" })).toBe("tidied +447911123456");
  expect(read("(212) 555-0123", { country: "US" })).toBe("tidied +12125550123");
  expect(read("1 212 555 0123", { country: "US" })).toBe("tidied +12125550123");
  expect(read("06 12345678", { country: "IT" })).toBe("tidied +390612345678");
  expect(read("12345", { country: "GB" })).toBe("tidied +4412345 unassigned");
});

test("reads a number in no known range alike with a 0 and with the country code", () => {
  const rules = { country: "GB" } as const;
  for (const cell of ["07700 900123", "7700 900123", "+447700900123"])
    expect(read(cell, rules)).toMatch(/ \+447700900123 unassigned$/);
  expect(suggested("07700 900123", rules)).toBe("");
});

test.for([
  ["05.12.2026"],
  ["5.12.26"],
  ["5/12/26"],
  ["12/05/2026"],
  ["2026-12-05"],
  ["2026/12/05 10:30"],
  ["05.12.2026, 9:15 Uhr"],
  ["5. Dez 2026"],
  ["5 décembre 2026"],
  ["5 de diciembre de 2026"],
  ["Dec 5th, 2026"],
  ["Sa, 05.12.2026"],
  ["2024-2026"],
  ["2024/25"],
  ["12/2026"],
  ["05–12–2026"],
])("reads the date or span of years %j as no number in any country", ([cell = ""]) => {
  for (const country of [null, "DE", "AT", "US", "GB", "DK", "BR"])
    expect([country, read(cell, { country })]).toEqual([country, "date"]);
});

test("takes a text without digits for a missing number", () => {
  for (const cell of ["n/a", "-", "none", "siehe Notiz", "k.A.", "—", "?", "ohne", "未知"])
    expect([cell, read(cell, { country: "DE" })]).toEqual([cell, "number_missing"]);
});

test("only suggests digits without a 0 when the country's numbers vary in length", () => {
  for (const [country, digits, number] of [
    ["DE", "23125011", "+4923125011"],
    ["DE", "15123456789", "+4915123456789"],
    ["AT", "6641234567", "+436641234567"],
    ["ID", "81234567890", "+6281234567890"],
  ] as const) {
    expect([read(digits, { country }), suggested(digits, { country })]).toEqual(["no_trunk", number]);
    expect(read(`0${digits}`, { country })).toBe(`tidied ${number}`);
    expect(read(digits, { country, usesSuggestions: ["no_trunk"] })).toBe(`tidied ${number}`);
  }
});

test("holds numbers of a ten-digit column when they do not begin with 0", () => {
  const readTen = (cell: string, country: string, tenDigits: "any" | "american") => {
    const result = new PhoneReader(numbering, { ...plainRules, country }, { tenDigits }).read(cell);
    return `${result.rowStatus} ${result.suggestion}`;
  };
  for (const cell of ["(702) 596-0919", "7735672281", "1-702-710-3715"])
    expect([cell, readTen(cell, "DE", "american")]).toEqual([cell, "ten_digits "]);
  expect(readTen("3023125011", "DE", "any")).toBe("ten_digits ");
  expect(readTen("2079460043", "GB", "american")).toBe("ten_digits ");
  expect(readTen("7911123456", "GB", "any")).toBe("ok ");
  expect(readTen("9876543210", "IN", "any")).toBe("ok ");
  expect(readTen("7735672281", "US", "american")).toBe("ok ");
});

test.for([
  ["DE", "030", "23125011", "area_code", "+493023125011"],
  ["DE", "30", "23125011", "area_code", "+493023125011"],
  ["DE", "+49 30", "23125011", "area_code", "+493023125011"],
  ["DE", "(030)", "2312-5011", "area_code", "+493023125011"],
  ["DE", "030", "030 23125011", "ok", ""],
  ["DE", "030", "0171 5222049", "ok", ""],
  ["DE", "30", "3023125011", "area_code", ""],
  ["US", "212", "555-0143", "area_code", "+12125550143"],
  ["US", "212", "2125550143", "ok", ""],
  ["BR", "11", "961234567", "area_code", "+5511961234567"],
  ["IN", "011", "23125011", "area_code", "+911123125011"],
  ["DE", "030", "+44 7911 123456", "ok", ""],
] as const)("joins an area code in another cell only as a suggestion: %s %s %s is %s %s", (example) => {
  const [country, area, cell, expected, suggestion] = example;
  const result = new PhoneReader(numbering, { ...plainRules, country }).readWithArea(cell, area);
  expect([result.rowStatus, result.suggestion]).toEqual([expected, suggestion]);
});

test("asks for a plus when digits are a foreign number as well as a national one", () => {
  for (const digits of ["447911123456", "33612345678", "393331234567", "48501234567"]) {
    expect(read(digits, { country: "DE" })).toBe("plus_missing");
    expect(suggested(digits, { country: "DE" })).toBe(`+${digits}`);
    expect(read(digits, { country: "DE", usesSuggestions: ["plus_missing"] })).toBe(`ambiguous +${digits}`);
  }
  expect(read("33612345678", { country: "IT" })).toBe("plus_missing");
});

test("reads mobiles and numbers with a trunk prefix as the country's own", () => {
  for (const usesSuggestions of [[], ["plus_missing"]] as const) {
    expect(read("015112345678", { country: "DE", usesSuggestions })).toBe("tidied +4915112345678");
    expect(read("13453456789", { country: "CN", usesSuggestions })).toBe("tidied +8613453456789");
    expect(read("84951234567", { country: "RU", usesSuggestions })).toBe("tidied +74951234567");
    expect(read("033601123456", { country: "DE", usesSuggestions })).toBe("tidied +4933601123456");
  }
});

test.for([
  ["+39 (0)6 12345678", "tidied +390612345678"],
  ["0039 (0)6 12345678", "tidied +390612345678"],
  ["(+39) (0)6 12345678", "tidied +390612345678"],
  ["+225 (0)7 07 12 34 56", "tidied +2250707123456"],
  ["+242 (0)6 123 4567", "tidied +242061234567"],
  ["+39 (0)331 123456", "ambiguous +390331123456"],
  ["+39 (0)331 1234567", "ambiguous +3903311234567"],
  ["+39 (0)335 1234567", "tidied +393351234567"],
  ["+34 (0)912 345 678", "tidied +34912345678"],
  ["+49 (0)30 23125071", "tidied +493023125071"],
  ["+44 (0)7700 900123", "tidied +447700900123 unassigned"],
])("drops the 0 of %j only when the number does not begin with it: %s", ([cell, expected]) => {
  expect(read(cell ?? "")).toBe(expected);
});

test.for([
  ["+4930 12345\n12346", "several", "+493012345"],
  ["+43 1 5134\n5135", "several", "+4315134"],
  ["+4930 12345\v67890", "several", "+493012345"],
  ["+49 30 12345\t67890", "several", "+493012345"],
  ["+447911123456\r\n+447911123457", "several", "+447911123456"],
  ["02079460123\n02079460124", "several", ""],
  ["+447911123456\n12", "extension", "+447911123456"],
  ["+44 7911\n123456", "ambiguous +447911123456", ""],
  ["+44 7911\u001d123456", "ambiguous +447911123456", ""],
  ["+447911123456\u2028", "tidied +447911123456", ""],
  ["\t+447911123456\r\n", "tidied +447911123456", ""],
  ["mobile:\n+447911123456", "labelled", "+447911123456"],
  ["+447911123456\nAnn", "letters", "+447911123456"],
  ["2026-03-04\n10:30", "date", ""],
])("separates the lines of a cell: %j is %s, %s", ([cell = "", expected, suggestion]) => {
  expect(read(cell)).toBe(expected);
  expect(suggested(cell)).toBe(suggestion);
});

test("reads separate lines in the chosen country", () => {
  expect(read("02079460123\n02079460124", { country: "GB" })).toBe("several");
  expect(suggested("02079460123\n02079460124", { country: "GB" })).toBe("+442079460123");
  expect(read("020 7946\n0123", { country: "GB" })).toBe("ambiguous +442079460123");
  expect(read("5551234\n5559876", { country: "US" })).toBe("several");
});

test("reads 011 as a plus only when calls abroad begin with it", () => {
  expect(read("011 44 7911 123456", { country: "US" })).toBe("tidied +447911123456");
  expect(read("011 44 7911 123456")).not.toContain("+44");
});

test.for([
  ["AU", "0011 65 9223 4567", "tidied +6592234567"],
  ["AU", "0011 47 92 34 56 78", "tidied +4792345678"],
  ["AU", "0011 44 07911 123456", "tidied +447911123456"],
  ["AU", "0044 7911 123456", "tidied +447911123456"],
  ["KR", "002 65 9223 4567", "tidied +6592234567"],
  ["JP", "010 44 7911 123456", "tidied +447911123456"],
  ["JP", "00 44 7911 123456", "tidied +447911123456"],
  ["RU", "810 44 7911 123456", "tidied +447911123456"],
  ["SG", "001 44 7911 123456", "tidied +447911123456"],
  ["HK", "00 1 415 555 2671", "tidied +14155552671"],
  ["TH", "001 65 9223 4567", "plus_missing"],
  ["TH", "0049 151 12345678", "tidied +4915112345678"],
  ["TH", "00 81 90 1234 5678", "tidied +819012345678"],
  ["TH", "008 1 901 234 5678", "tidied +19012345678"],
  ["TH", "00819012345678", "plus_missing"],
  ["CO", "00573501234567", "tidied +573501234567"],
  ["US", "00 44 7911 123456", "tidied +447911123456"],
  [null, "0011 65 9223 4567", "tidied +116592234567 unassigned"],
  ["DE", "0011 65 9223 4567", "tidied +116592234567 unassigned"],
  ["DE", "00 44 7911 123456", "tidied +447911123456"],
  [null, "0044 07911 123456", "tidied +447911123456"],
  [null, "0049 (0)30 23125071", "tidied +493023125071"],
] as const)("reads the international prefix of the country, or 00: in %s %s is %s", ([country, cell, expected]) => {
  expect(read(cell, { country })).toBe(expected);
});

test("flags digits that can be dialled abroad in two ways", () => {
  expect(suggested("001 65 9223 4567", { country: "TH" })).toBe("+6592234567");
  expect(read("001 65 9223 4567", { country: "TH", usesSuggestions: ["plus_missing"] })).toBe("ambiguous +6592234567");
});

test("drops an extension only when the rules say so", () => {
  for (const cell of ["+447911123456 ext. 12", "+447911123456x12", "+44 7911 123456;ext=12", "+447911123456 #3"]) {
    expect(read(cell)).toBe("extension");
    expect(read(cell, { usesSuggestions: ["extension"] })).toBe("tidied +447911123456");
  }
});

test("suggests the number in a text and uses it only when the rules say so", () => {
  const all = { usesSuggestions: ["labelled", "letters", "several"] } as const;
  for (const [cell, suggestion, used] of [
    ["p:+447911123456", "+447911123456", "tidied +447911123456"],
    ["+447911123456 (mobile)", "+447911123456", "from_text +447911123456"],
    ["+447911123456 or +447911123457", "+447911123456", "from_text +447911123456"],
    ["call me", "", "number_missing"],
    ["ask 07911 123456", "", "letters"],
  ] as const) {
    expect(suggested(cell)).toBe(suggestion);
    expect(read(cell, all)).toBe(used);
  }
  expect(suggested("ask 07911 123456", { country: "GB" })).toBe("+447911123456");
});
