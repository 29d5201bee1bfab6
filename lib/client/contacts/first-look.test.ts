import { expect, test } from "vitest";
import { firstLook, headerDoubt } from "./first-look";

const look = (text: string) => firstLook(new TextEncoder().encode(text));
const refusal = (bytes: Uint8Array | string) => {
  const seen = typeof bytes === "string" ? look(bytes) : firstLook(bytes);
  return "refusal" in seen ? seen.refusal : undefined;
};

test("a list with the two columns is taken, whatever their case, spaces or order", () => {
  expect(refusal("phone_number,name\n+4930123456,Ada\n")).toBeUndefined();
  expect(refusal("\ufeff Name ,PHONE_NUMBER\r\nAda,+4930123456\r\n")).toBeUndefined();
  expect(refusal('"phone_number","name"\n')).toBeUndefined();
  expect(refusal("\n\nphone_number,name\n")).toBeUndefined();
});

test("other columns are named, and a byte order mark is noticed", () => {
  expect(look("\ufeffphone_number,name,City\n")).toEqual({
    columns: ["phone_number", "name", "City"],
    others: ["City"],
    hasMark: true,
  });
});

test("what is no text is refused by what it is", () => {
  expect(refusal("")).toContain("empty");
  expect(refusal("\n \n")).toContain("blank");
  expect(refusal(Uint8Array.of(0x50, 0x4b, 3, 4, 9))).toContain("Excel");
  expect(refusal(new TextEncoder().encode("%PDF-1.7"))).toContain("PDF");
  expect(refusal(Uint8Array.of(0x1f, 0x8b, 8))).toContain("gzip");
  expect(refusal(Uint8Array.of(0xff, 0xfe, 0x70, 0))).toContain("UTF-16");
  expect(refusal(Uint8Array.of(0x70, 0, 0x68, 0))).toContain("NUL");
  expect(refusal(Uint8Array.of(0x4d, 0xfc, 0x6c, 0x6c))).toContain("UTF-8");
});

test("a character cut at the end of the first bytes is no fault", () => {
  const bytes = new TextEncoder().encode("phone_number,name\n+4930123456,Zoë");
  expect(refusal(bytes.slice(0, bytes.length - 1))).toBeUndefined();
});

test("a header says which columns were found and which are missing", () => {
  expect(headerDoubt(["Phone", " Full name"])).toContain(
    "It lacks phone_number and name. Found: “Phone”, “Full name”.",
  );
  expect(headerDoubt(["phone_number", "Full name"])).toContain("It lacks name.");
  expect(headerDoubt(["phone_number;name"])).toContain("separated by commas");
  expect(headerDoubt(["+49 30 123456", "Ada"])).toContain("looks like a contact");
});
