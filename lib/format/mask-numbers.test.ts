import { expect, test } from "vitest";
import { holdsMask, maskNumbers, maskNumbersIn } from "./mask-numbers";

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

test.for([
  "2026-11-28T04:04:00.123+01:00",
  "2026-11-28 10:15:00",
  "3f2504e0-4f89-11d3-9a0c-012345678901",
  "call_14155550100",
  "1234567890.25",
  "12,345,678 rows",
  "192.168.100.200",
  "+1 000 000 contacts",
])("leaves %s", (text) => expect(maskNumbersIn(text)).toBe(text));

test("masks digits under a key that names a number, and leaves IDs, counts and times", () => {
  const record = {
    id: "14155550100",
    campaign_id: "4155550100",
    to: 14155550100,
    phone_number: "4155550",
    phone: { $digits: "14155550100123" },
    rows: 14155550100,
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

test("finds a mask anywhere in an input", () => {
  expect(holdsMask({ where: [{ number: "+1415•••0100" }] })).toBe(true);
  expect(holdsMask({ number: "+14155550100", rows: 1, none: null })).toBe(false);
});
