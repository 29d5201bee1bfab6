import { expect, test } from "vitest";
import { holdsMask } from "@/lib/format/mask-sign";
import { otherDigits, spellings } from "@/lib/testing/spellings";
import { maskNumbers, maskNumbersIn } from "./mask-numbers";

test.for([
  ["+14155550100", "+1415•••0100"],
  ["Call +1 415-555-0100 now", "Call +1415•••0100 now"],
  ["+1 4155550100,2026-11-28", "+1415•••0100,2026-11-28"],
  ["+14155550100 2026-11-28T04:04:00Z", "+1415•••0100 2026-11-28T04:04:00Z"],
  ["tel:+4917012345678", "tel:+4917•••5678"],
  ["/calls?number=%2B14155550100", "/calls?number=%2B1415•••0100"],
  ["0049 170 1234567", "0049•••4567"],
  ["ring (415) 555-0100", "ring 415•••0100"],
  ["say 415-555-0100", "say 415•••0100"],
  ["number 14155550100.", "number 1415•••0100."],
  ["+4670123", "+4670123"],
])("masks %s as %s", ([text = "", result]) => expect(maskNumbersIn(text)).toBe(result));

test.for([...otherDigits])("leaves %s", (text) => expect(maskNumbersIn(text)).toBe(text));

test("masks digits under a key that names a number, and leaves IDs, counts and times", () => {
  const record = {
    id: "14155550101",
    campaign_id: "4155550102",
    to: 14155550100,
    phone_number: "4155550",
    phone: { $digits: "14155550100123" },
    rows: 14155550103,
    number_of_calls: 12,
    started_at: "2026-11-28T04:04:00Z",
    "+14155550100": ["+14155550100"],
  };
  expect(maskNumbers(record)).toEqual({
    ...record,
    to: "1415•••0100",
    phone_number: "•••5550",
    phone: "1415•••0123",
    "+14155550100": undefined,
    "+1415•••0100": ["+1415•••0100"],
  });
});

test("masks the digits of a number in IDs beside it, whatever is around them, and in no other ID", () => {
  const record = {
    to: "+4930901820173",
    id: "d_4930901820173_1",
    call_id: "030901820173-x",
    session_id: 4930901820173,
    campaign_id: "camp-14152377100",
    data: [{ ref: "a30901820173b", note: "see d_4930901820173_1" }],
  };
  const sealed: string[] = [];
  const standIn = (id: string, masked: string) => `${masked}~${sealed.push(id)}`;
  expect(maskNumbers(record, standIn)).toEqual({
    to: "+4930•••0173",
    id: "d_4930•••0173_1~1",
    call_id: "030•••0173-x~2",
    session_id: "4930•••0173~3",
    campaign_id: "camp-14152377100",
    data: [{ ref: "a30•••0173b~4", note: "see d_4930•••0173_1" }],
  });
  expect(sealed).toEqual(["d_4930901820173_1", "030901820173-x", "4930901820173", "a30901820173b"]);
});

test("shows no more digits of a national spelling than of the international one", () => {
  expect(maskNumbersIn("+49 30 901820173, 030/901820-173, 0 3 0 9 0 1 8 2 0 1 7 3")).toBe(
    "+4930•••0173, 03•••0173, 03•••0173",
  );
  expect(maskNumbersIn("+1 415-237-7100, (415) 237-7100")).toBe("+1415•••7100, 415•••7100");
});

test("masks a number in the text of JSON by the key beside it, also in doubled quotation marks", () => {
  const text = '{"phone":30901820173,"id":"4930901820173","at":1732790400000}';
  expect(maskNumbersIn(text)).toBe('{"phone":3090•••0173,"id":"4930901820173","at":1732790400000}');
  expect(maskNumbersIn(text.replaceAll('"', '""'))).toContain('""phone"":3090•••0173');
});

test("masks a JSON number whose field is named beside it", () => {
  const change = { path: "customer.phone", before: 4930901820173, after: 14155550177 };
  expect(maskNumbers({ fields: [change, { path: "rows", before: 4930901820174, after: null }] })).toEqual({
    fields: [
      { path: "customer.phone", before: "4930•••0173", after: "1415•••0177" },
      { path: "rows", before: 4930901820174, after: null },
    ],
  });
  expect(maskNumbers([{ name: "mobile", value: 4155550177 }])).toEqual([{ name: "mobile", value: "415•••0177" }]);
});

test("finds a mask anywhere in an input", () => {
  expect(holdsMask({ where: [{ number: "+1415•••0100" }] })).toBe(true);
  expect(holdsMask({ number: "+14155550100", rows: 1, none: null })).toBe(false);
});

/** The last seven digits of a masked text, in any script, must not stand in it any more. */
const hiddenDigits = (text: string) => text.normalize("NFKC").replace(/\D/g, "");

test.for(spellings)("hides $number, written as $spelling, in prose and under a key", ({ spelling, number }) => {
  for (const text of [spelling, `Ring ${spelling} today.`, `my number is ${spelling}`]) {
    const masked = String(maskNumbers({ note: text }) && maskNumbersIn(text));
    expect(masked, text).toContain("•••");
    expect(hiddenDigits(masked), text).not.toContain(number.slice(-7));
  }
  expect(JSON.stringify(maskNumbers({ phone: spelling }))).toContain("•••");
});
