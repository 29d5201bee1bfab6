import examples from "libphonenumber-js/examples.mobile.json";
import parse, { type CountryCode } from "libphonenumber-js/max";
import { expect, test } from "vitest";
import { markPassed, percentOf, progressMessage } from "@/components/ui/charts/progress";
import { meterSlots, slotMessage } from "@/components/ui/charts/slot-meter";
import { callingCodeOf } from "@/lib/format/calling-code";
import { groupThousands } from "@/lib/format/conventions";
import { formatRaw, shortenId } from "@/lib/format/format-raw";
import { groupPhone } from "@/lib/format/group-phone";
import { allPhoneFormats } from "@/lib/format/phone-formats/all";

const formats = new Map((await allPhoneFormats()).map(([code, own]) => [`+${code}`, own]));

const grouped = (text: string) => {
  const phone = groupPhone(text, formats.get(callingCodeOf(text) ?? ""));
  return phone && phone.code + phone.groups.map(({ digits, isHyphened }) => (isHyphened ? "-" : " ") + digits).join("");
};

test("groups a phone number as libphonenumber writes it internationally", () => {
  expect(grouped("+447700900417")).toBe("+44 7700 900417");
  expect(grouped("+493023125071")).toBe("+49 30 23125071");
  expect(grouped("+17025960919")).toBe("+1 702-596-0919");
  const different = Object.entries(examples).filter(([country, national]) => {
    const number = parse(national, country as CountryCode);
    return grouped(number?.number ?? "")?.replaceAll("-", " ") !== number?.formatInternational();
  });
  expect(different.map(([country]) => country)).toEqual([]);
});

test("grouping a phone number loses and adds no digit", () => {
  for (const text of ["+442079460142", "+12125550142", "+6421123456", "+99895123456789", "+78121234567"])
    expect(grouped(text)?.replaceAll(/[ -]/g, "")).toBe(text);
});

test("what is not E.164 is not grouped", () => {
  for (const text of ["", "442079460142", "+0123456789", "+44 20 7946 0142", "+123", "+1234567890123456"])
    expect(groupPhone(text)).toBeUndefined();
});

test("thousands are grouped in the text, so no digit changes", () => {
  expect(groupThousands("1184.60")).toBe("1,184.60");
  expect(groupThousands("-1234567.000100")).toBe("-1,234,567.000100");
  expect(groupThousands("12345678901234567890.12")).toBe("12,345,678,901,234,567,890.12");
  expect(groupThousands("999")).toBe("999");
  expect(groupThousands("1e21")).toBe("1e21");
  expect(groupThousands("1,184.60")).toBe("1,184.60");
});

test("a long ID keeps its first eight and last four characters", () => {
  expect(shortenId("3f0c9f0e-7b1a-4a0e-9a51-6f1f0be22b8c")).toBe("3f0c9f0e…2b8c");
  expect(shortenId("call_9tVx2K0e")).toBe("call_9tVx2K0e");
  expect(shortenId("👩👩👩👩👩👩👩👩👩👩👩👩👩👩👩👩👩")).toBe("👩👩👩👩👩👩👩👩…👩👩👩👩");
});

test("values outside the contract are shown as sent", () => {
  expect(formatRaw("")).toBe("“”");
  expect(formatRaw(0.5)).toBe("0.5");
  expect(formatRaw({ $digits: "12345678901234567890" })).toBe("12345678901234567890");
  expect(formatRaw({ a: 1 })).toBe('{"a":1}');
  expect(formatRaw(undefined)).toBe("not sent");
});

test("slots past the plan are over, whoever takes them", () => {
  expect(meterSlots({ listed: 2, due: 1, slots: 4 })).toEqual(["on", "on", "due", "free"]);
  expect(meterSlots({ listed: 2, due: 1, slots: 2 })).toEqual(["on", "on", "over"]);
  expect(slotMessage({ listed: 12, due: 2, slots: 20 })).toBe("12 listed, 2 pending, 6 free");
  expect(slotMessage({ listed: 22, due: 0, slots: 20 })).toBe("22 listed, 2 over");
});

test("progress is said in the size's own unit, and aloud at four marks only", () => {
  expect(progressMessage({ sent: 29_800_000, total: 48_100_000, secondsLeft: 9 })).toBe(
    "29.8 of 48.1 MB, about 9 s left",
  );
  expect(progressMessage({ sent: 29_800_000, total: 48_100_000, perSecond: 2_140_000, secondsLeft: 9 })).toBe(
    "29.8 of 48.1 MB, 2.1 MB a second, about 9 s left",
  );
  expect(progressMessage({ sent: 10, total: 900 })).toBe("10 of 900 bytes");
  expect(percentOf({ sent: 999, total: 1000 })).toBe(99);
  expect(markPassed(20, 30)).toBe(25);
  expect(markPassed(25, 49)).toBeUndefined();
  expect(markPassed(10, 100)).toBe(100);
});
