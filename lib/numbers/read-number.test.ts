import { expect, test } from "vitest";
import { readNumber } from "./read-number";

const berlin = "+4930901820173";

test.each([
  "+4930901820173",
  "004930901820173",
  "4930901820173",
  "+49 30 901820-173",
  "+49 (0)30 901820173",
  "0049 (0) 30 901820173",
  "+49.30.901820.173",
  "+49 30 901820‑173",
  "+49 30 901820173",
  "+49​30901820173",
  "‪+49 30 901820173‬",
  "⁨+49 30 901820173⁩",
  "tel:+49-30-901820173",
  "Tel. +49 30 901820173",
  "<+49 30 901820173>",
  "sip:+4930901820173@example.org",
  "sip:4930901820173@example.org;user=phone",
  "whatsapp:+4930901820173",
  "https://wa.me/4930901820173",
  "%2B4930901820173",
  "%2B49%2030%20901820173",
  "\\u002b4930901820173",
  "&#43;4930901820173",
  "+４９３０９０１８２０１７３",
  "＋49 30 901820173",
  "+٤٩٣٠٩٠١٨٢٠١٧٣",
  "+४९३०९०१८२०१७३",
  "+๔๙๓๐๙๐๑๘๒๐๑๗๓",
  "4 9 3 0 9 0 1 8 2 0 1 7 3",
  "+49_30_901820173",
  "'+4930901820173",
  '="+4930901820173"',
  "rec_4930901820173_final",
  "+(49) 30 901820173",
  "Call me on +49 30 901820173, please.",
  "+49 30 901820173 ext. 12",
  "+49 30 901820173;ext=12",
])("reads %s with its country code", (text) => {
  expect(readNumber(text)).toMatchObject({ number: berlin, kind: "landline", country: "DE" });
});

test.each([
  ["030 901820173", "DE", berlin],
  ["030/901820-173", "DE", berlin],
  ["(030) 901820173", "DE", berlin],
  ["(030) 901820 – 173", "de", berlin],
  ["07911 123456", "GB", "+447911123456"],
  ["(415) 237-7100", "US", "+14152377100"],
  ["1 415 237 7100", "US", "+14152377100"],
  ["415.237.7100", "US", "+14152377100"],
  ["06 6982 1234", "IT", "+390669821234"],
])("reads %s in %s", (text, country, number) => {
  expect(readNumber(text, { country })).toMatchObject({ number });
});

test.each([
  ["", "none"],
  ["Rosa Strauß", "none"],
  ["12", "none"],
  ["030 901820173", "no_country"],
  ["+49 30 901820173 / +49 30 901820174", "several"],
  ["+49 30 901820173, +44 7911 123456", "several"],
  ["0151 23", "no_country"],
  ["+490", "none"],
])("does not read %s: %s", (text, fault) => {
  expect(readNumber(text)).toEqual({ fault });
});

test("says which kind of line it is", () => {
  const kinds = ["+447911123456", "+442079460333", "+14152377100", "+448001234567", "+499999999"].map((text) => {
    const reading = readNumber(text);
    return "kind" in reading && reading.kind;
  });
  expect(kinds).toEqual(["mobile", "landline", "any", "special", "unknown"]);
});

test("rejects a number in no known range if the caller wants only numbers that can be called", () => {
  expect(readNumber("+499999999", { takesUnknown: false })).toEqual({ fault: "unreadable" });
});

test.each([
  ["+4.93090182E+12", "none"],
  ["4,93E+11", "none"],
  ["2026-11-28", "none"],
  ["2026-11-28T10:15:00+01:00", "none"],
  ["192.168.100.200", "none"],
  ["550e8400-e29b-41d4-a716-446655440000", "none"],
  ["+1 415 237 7100 9-5", "unreadable"],
  ["+1 (415) 237-7100 / 7101", "unreadable"],
  ["+49 30 901820,173", "unreadable"],
  ["+999 123456789", "unreadable"],
  ["8 (495) 123-45-67", "unreadable"],
  ["+8 495 123-45-67", "unreadable"],
  ["0011 49 30 901820173", "unreadable"],
])("reads %s as no number, rather than as a wrong one", (text, fault) => {
  for (const country of [undefined, "DE"]) {
    const reading = readNumber(text, { country });
    expect([fault, "no_country"]).toContain(reading.fault);
  }
});

test("takes no national number of an unusual length for one of a new range", () => {
  expect(readNumber("044 55 1234 5678", { country: "MX" })).toEqual({ fault: "unreadable" });
  expect(readNumber("0-512-345-678", { country: "PL" })).toEqual({ fault: "unreadable" });
});

test("takes a doubled country code for one, and reads former spellings as they are written", () => {
  expect(readNumber("+44 44 7911 123456")).toMatchObject({ number: "+447911123456" });
  expect(readNumber("08 06 07 09", { country: "CI" })).toMatchObject({ number: "+22508060709" });
  expect(readNumber("0169 933 3999", { country: "VN" })).toMatchObject({ number: "+841699333999" });
});
