import { expect, test } from "vitest";
import { createContactEngine } from "@/lib/contacts/create-engine";
import { bytesOf } from "@/lib/testing/contacts/checked-file";
import { makeZip, relations } from "@/lib/testing/contacts/make-workbook";

const noop = () => undefined;

async function refusalOf(content: BlobPart, name = "list.csv") {
  const opened = await createContactEngine()
    .open(new File([content], name), noop)
    .catch((error: Error) => ({ kind: "refused" as const, refusal: { sentence: error.message } }));
  return opened.kind === "refused" ? opened.refusal.sentence : opened.kind;
}

const row = "<tr><td>+447911012345</td><td>Ann</td></tr>";

test.for<[string, string, string]>([
  [
    "HTML",
    `<html><body><table>${row}</table></body></html>`,
    "This is a web page, despite its name. Open it in Excel and save it as .xlsx.",
  ],
  ["HTML behind a comment", `<!-- made by us -->\n<table border=1>${row}</table>`, "This is a web page"],
  ["HTML with a document type", `\ufeff\r\n<!DOCTYPE HTML PUBLIC "x"><HTML>${row}`, "This is a web page"],
  [
    "an XML spreadsheet",
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>',
    "This is an Excel workbook as XML. Open it in Excel and save it as .xlsx.",
  ],
  [
    "an XML spreadsheet without its hint",
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    "This is an Excel workbook as XML.",
  ],
  ["other XML", '<?xml version="1.0"?><contacts><contact phone="+447911012345"/></contacts>', "This is an XML file."],
  [
    "JSON",
    '[\n  {"phone_number": "+447911012345", "name": "Ann"}\n]',
    "This is JSON. Export the list as CSV or as an Excel workbook.",
  ],
  [
    "lines of JSON",
    '{"phone_number":"+447911012345","name":"Ann"}\n{"phone_number":"+447911012346","name":"Bo"}',
    "This is JSON.",
  ],
  ["rows as JSON", '[["phone_number","name"],["+447911012345","Ann"]]', "This is JSON."],
  ["rich text", "{\\rtf1\\ansi +447911012345}", "This is a rich text file."],
  ["vCard", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\nEND:VCARD\r\n", "These are vCard contacts."],
  ["PDF", "%PDF-1.7 +447911012345", "This is a PDF."],
  ["nothing", "", "This file is empty."],
])("recognizes %s by its content, whatever the file name", async ([, text, sentence]) => {
  for (const name of ["list.csv", "list.xls", "list.xlsx"]) expect(await refusalOf(text, name)).toContain(sentence);
  if (text !== "" && !text.startsWith("%"))
    expect(await refusalOf(bytesOf(text.replace(/^\ufeff/, ""), "utf-16le", { mark: true }))).toContain(sentence);
});

test.for<[string, string]>([
  ["a header that looks like a tag's", "<phone>,name\n+447911012345,Ann\n"],
  ["brackets", "[phone],[name]\n+447911012345,Ann\n"],
  ["braces", "{phone},name\n+447911012345,Ann\n"],
  ["a sep= line", "sep=;\nphone_number;name\n+447911012345;Ann\n"],
])("reads a list with %s as text", async ([, text]) => {
  expect(await refusalOf(text)).toBe("text");
});

test("explains a zip with a document, a list or a binary workbook in it", async () => {
  const zip = (parts: Record<string, string>) => makeZip(parts).then((file) => refusalOf(file, "list.xlsx"));
  const office = (path: string) => ({ "_rels/.rels": relations([["officeDocument", path]]), [path]: "<x/>" });
  expect(await zip(office("word/document.xml"))).toBe(
    "This is a Word or PowerPoint file. Save the list as .xlsx or as CSV UTF-8.",
  );
  expect(await zip(office("ppt/presentation.xml"))).toContain("Word or PowerPoint");
  expect(await zip(office("xl/workbook.bin"))).toBe(
    "This is a binary Excel workbook (.xlsb). Open it in Excel and save it as .xlsx.",
  );
  expect(await zip({ "Index/Document.iwa": "x", "preview.jpg": "x" })).toContain(
    "This is a document of Numbers or another Apple program.",
  );
  expect(await zip({ "lists/autumn.csv": "a,b" })).toBe(
    "This is a zip file with autumn.csv in it. Unpack it and choose the list.",
  );
  expect(await zip({ "a.bin": "x" })).toBe("This zip file contains no Excel workbook.");
  expect(await refusalOf(new Uint8Array([0x50, 0x4b, 0x05, 0x06, ...new Array(18).fill(0)]))).toBe(
    "This zip file is empty.",
  );
});

test("gives advice when another file is binary", async () => {
  expect(await refusalOf(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1), "list.xls")).toBe(
    "This is an old Excel workbook (.xls), or one with a password. Open it in Excel and save it as .xlsx without a password.",
  );
  expect(await refusalOf(Uint8Array.of(0x1f, 0x8b, 8, 0))).toContain("compressed with gzip");
  expect(await refusalOf(new TextEncoder().encode("Rar!\u001a\u0007"))).toContain("compressed archive");
  expect(await refusalOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0))).toContain("This is a picture.");
  expect(await refusalOf(Uint8Array.of(1, 2, 0, 3, 4, 5, 6, 7))).toContain("This is not a text file.");
});
