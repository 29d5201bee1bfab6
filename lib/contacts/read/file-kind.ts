import type { BookFile } from "@/lib/contacts/workbook/workbook";
import { markedEncoding } from "./decode";
import { sniffEncoding } from "./sniff";

/** What a file is: text with rows, something that holds sheets, or neither, and then what to do. */
export type FileKind = { kind: "text" | "ole" | BookFile } | { kind: "other"; sentence: string };

/** Told by what a file begins with, never by its name. */
export function kindOf(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) return other("This file is empty.");
  const signature = signatures.find(([, signs]) => signs.every((byte, at) => bytes[at] === byte));
  if (signature) return signature[0];
  const encoding = sniffEncoding(bytes);
  const isWide = encoding === "utf-16le" || encoding === "utf-16be";
  if (bytes.includes(0) && !isWide && markedEncoding(bytes) === undefined) return binary;
  const text = new TextDecoder(encoding).decode(bytes).trimStart();
  return texts.find(([, beginning]) => beginning.test(text))?.[0] ?? { kind: "text" };
}

const other = (sentence: string): FileKind => ({ kind: "other", sentence });
const saveAgain = "Open it in Excel and save it as .xlsx.";
const oldExcel = other(`This is an old Excel workbook (.xls). ${saveAgain}`);
const packed = other("This is a compressed archive. Unpack it and choose the list.");
const picture = other("This is a picture. Export the list as CSV or as an Excel workbook.");
const binary = other("This is no text file. Export the list as CSV or as an Excel workbook.");

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

const signatures: readonly (readonly [FileKind, readonly number[]])[] = [
  [{ kind: "zip" }, [0x50, 0x4b, 0x03, 0x04]],
  [{ kind: "ole" }, [0xd0, 0xcf, 0x11, 0xe0]],
  [other("This zip file is empty."), [0x50, 0x4b, 0x05, 0x06]],
  [other("This is a PDF. Export the list as CSV or as an Excel workbook."), ascii("%PDF")],
  [other("This file is compressed with gzip. Unpack it first."), [0x1f, 0x8b]],
  [packed, ascii("7z\xbc\xaf\x27\x1c")],
  [packed, ascii("Rar!")],
  [packed, ascii("BZh")],
  [packed, [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  [picture, [0x89, 0x50, 0x4e, 0x47]],
  [picture, [0xff, 0xd8, 0xff]],
  // Workbooks of Excel 2 to 4; those of Excel 5 and later are packed as OLE files.
  [oldExcel, [0x09, 0x00, 0x04, 0x00]],
  [oldExcel, [0x09, 0x02, 0x06, 0x00]],
  [oldExcel, [0x09, 0x04, 0x06, 0x00]],
  [oldExcel, [0x09, 0x08, 0x08, 0x00]],
];

const web = other(`This is a web page, whatever its name says. ${saveAgain}`);
const json = other("This is JSON. Export the list as CSV or as an Excel workbook.");
const excelText = other(`This is a workbook in an old text format of Excel. ${saveAgain}`);

/** How texts begin that are no rows of cells. */
const texts: readonly (readonly [FileKind, RegExp])[] = [
  [{ kind: "vcard" }, /^BEGIN:VCARD[ \t]*[\r\n]/i],
  [web, /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|table|meta|style|div)\b/i],
  [web, /^(?:MIME-Version:|From: <Saved by)[\s\S]*?^Content-Type: multipart\/related/im],
  [
    other(`This is an Excel workbook as XML. ${saveAgain}`),
    /^<\?xml[\s\S]{0,2000}?(?:progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet)/i,
  ],
  [{ kind: "flatOpenDocument" }, /^<\?xml[^>]*>\s*<(?:\w+:)?document\b[^>]{0,20000}opendocument\.spreadsheet/i],
  [
    other("This is an XML file. Export the list as CSV or as an Excel workbook."),
    /^<(?:\?xml\s|[a-z][\w:-]*(?:\s[^>]*)?>\s*<)/i,
  ],
  [json, /^(?:\{\s*(?:"[^"\n]*"\s*:|\})|\[\s*(?:[{[\]]|"(?:[^"\\\n]|\\.)*"\s*[,\]]))/],
  [other("This is a rich text file. Save the list as CSV or as an Excel workbook."), /^\{\\rtf/],
  [excelText, /^ID;P[^\r\n]*[\r\n]+[A-Z];/],
  [excelText, /^TABLE\r?\n0,1\r?\n/],
];
