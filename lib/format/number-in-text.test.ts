import { expect, test } from "vitest";
import { searchedNumber } from "@/lib/numbers/searched-number";
import { spellings } from "@/lib/testing/spellings";
import { mayHoldNumber } from "./number-in-text";

const typed = spellings.filter(({ isInText }) => !isInText).map(({ spelling }) => spelling);

test.each(typed)("takes %s for a text with a number", (spelling) => {
  expect(mayHoldNumber(spelling)).toBe(true);
});

test.each([
  ...["0417", "07700 900417", "+49 30 2", "Tel. 030 2312-50011", "•••0187", "+14155550100 / +14155550101"],
  ...["sip:+4930231250011@example.org", "Hedda Brandt +49 30 23125071", "call of +14155550100.", "tel:+4930231250011"],
])("takes %s for a text with a number, or digits of one", (text) => {
  expect(mayHoldNumber(text)).toBe(true);
});

test.each([
  ...["", "12", "Hedda Brandt", "call_berlin", "cmp_9f31", "wh_123456", "dlv_9f31c0d2", "busy"],
  ...["550e8400-e29b-41d4-a716-446655440000", "call-9c0d-1234b5678", "https://crm.example/v2/hooks"],
])("takes %s for a text without a number", (text) => {
  expect(mayHoldNumber(text)).toBe(false);
});

test("takes every text that a search reads as a number for one", () => {
  const texts = typed.flatMap((spelling) => [spelling, spelling.slice(0, -3), `Tel. ${spelling}`]);
  for (const text of texts) if (searchedNumber(text)) expect(mayHoldNumber(text), text).toBe(true);
});
