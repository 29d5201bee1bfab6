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
    "This is a web page or XML, whatever its name is. Open it in Excel and save it as .xlsx.",
  ],
  ["HTML behind a comment", `<!-- made by us -->\n<table border=1>${row}</table>`, "This is a web page or XML"],
  ["HTML with a document type", `\ufeff\r\n<!DOCTYPE HTML PUBLIC "x"><HTML>${row}`, "This is a web page or XML"],
  [
    "an XML spreadsheet",
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>',
    "This is a web page or XML",
  ],
  [
    "an XML spreadsheet without its hint",
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    "This is a web page or XML",
  ],
  [
    "other XML",
    '<?xml version="1.0"?><contacts><contact phone="+447911012345"/></contacts>',
    "This is a web page or XML",
  ],
  [
    "JSON",
    '[\n  {"phone_number": "+447911012345", "name": "Ann"}\n]',
    "This is not a list of rows and cells. Export the list as CSV or as an Excel workbook.",
  ],
  [
    "lines of JSON",
    '{"phone_number":"+447911012345","name":"Ann"}\n{"phone_number":"+447911012346","name":"Bo"}',
    "This is not a list of rows and cells.",
  ],
  ["rows as JSON", '[["phone_number","name"],["+447911012345","Ann"]]', "This is not a list of rows and cells."],
  ["rich text", "{\\rtf1\\ansi +447911012345}", "This is not a list of rows and cells."],
  ["vCard", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\nEND:VCARD\r\n", "This is not a list of rows and cells."],
  ["nothing", "", "This file is empty."],
])("recognizes %s by its content, whatever the file name", async ([, text, sentence]) => {
  for (const name of ["list.csv", "list.xls", "list.xlsx"]) expect(await refusalOf(text, name)).toContain(sentence);
  if (text !== "")
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
  const noWorkbook = "This is no Excel or OpenDocument workbook. Save the list as .xlsx or CSV.";
  expect(await zip(office("word/document.xml"))).toContain(noWorkbook);
  expect(await zip(office("xl/workbook.bin"))).toBe(
    "This is a binary Excel workbook (.xlsb). Open it in Excel and save it as .xlsx.",
  );
  expect(await zip({ "Index/Document.iwa": "x", "preview.jpg": "x" })).toContain(noWorkbook);
  expect(await zip({ "lists/autumn.csv": "a,b" })).toContain("If it is a zip file, unpack it first.");
  expect(await refusalOf(new Uint8Array([0x50, 0x4b, 0x05, 0x06, ...new Array(18).fill(0)]))).toContain(noWorkbook);
});

test("gives advice when another file is binary", async () => {
  expect(await refusalOf(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1), "list.xls")).toBe(
    "This is an old Excel workbook (.xls), or one with a password. Open it in Excel and save it as .xlsx without a password.",
  );
  expect(await refusalOf(Uint8Array.of(1, 2, 0, 3, 4, 5, 6, 7))).toContain("This is not a text file.");
});
