import type { Book, Opened, Preview, Progress, Refusal } from "@/lib/contacts/engine";
import { type Encoding, type Format, limits } from "@/lib/contacts/plan";
import type { BookFile, Sheet, SheetText, Workbook } from "@/lib/contacts/workbook/workbook-types";
import { Problem } from "@/lib/contract/problem";
import { markedEncoding } from "./decode";
import { badTextRefusal, encodingSamples, isMostlyUtf8 } from "./encoding-samples";
import { previewSample } from "./preview";
import { readSample } from "./sample";
import { sampleBytes, sniffEncoding, sniffFormat } from "./sniff";

/** A chosen file as text with rows: itself, or what a sheet of its workbook holds. */
export type Source = { file: File; text: Blob; open?: SheetText & { book: Workbook; sheet: number } };

type Reading = { onProgress: (progress: Progress) => void; signal: AbortSignal };

/** Finds out what a file is. The sheet of a workbook is read whole, since it has no rows to look at before. */
export async function openSource(file: File, reading: Reading): Promise<Source | { refusal: Refusal }> {
  if (file.size > limits.bytes)
    return {
      refusal: {
        sentence: `This file is larger than ${limits.bytes / 1048576} MB, the maximum. Split it first.`,
      },
    };
  const found = kindOf(await firstBytes(file));
  if (found.kind === "text") return { file, text: file };
  if (found.kind === "other") return { refusal: { sentence: found.sentence } };
  if (found.kind === "ole") return { refusal: { sentence: await oleSentence(file) } };
  // Most lists are text: what reads workbooks is loaded when one comes.
  const { openWorkbook } = await import("@/lib/contacts/workbook/workbook");
  const book = await openWorkbook(file, found.kind, sheetReading(reading));
  return openSheet(file, book, likeliestSheet(book.sheets), reading);
}

export async function openSheet(file: File, book: Workbook, sheet: number, reading: Reading): Promise<Source> {
  const read = await book.toCsv(sheet, sheetReading(reading));
  return { file, text: read.text, open: { ...read, book, sheet } };
}

const sheetReading = ({ onProgress, signal }: Reading) => ({
  signal,
  onProgress: (readBytes: number, totalBytes: number, rows: number) =>
    onProgress({ readBytes, totalBytes, rows, sent: 0, toFix: 0 }),
});

/** The first sheet that is shown, or the largest list where that one holds none. Hidden ones come last. */
function likeliestSheet(sheets: readonly Sheet[]): number {
  const first = Math.max(
    sheets.findIndex(({ visibility }) => visibility === "visible"),
    0,
  );
  if (sheets[first]?.contacts) return first;
  const rank = ({ visibility, contacts }: Sheet) =>
    contacts ? contacts.count + (visibility === "visible" ? 1e9 : 1) : 0;
  return sheets.reduce((best, sheet, at) => (rank(sheet) > rank(sheets[best] ?? sheet) ? at : best), first);
}

const bookOf = ({ open }: Source): Book | undefined =>
  open && { kind: open.book.kind, sheets: open.book.sheets, sheet: open.sheet };

/** The first look at a source, with every guess made; in an encoding that a person chose, or the one that its bytes tell. */
export async function describeSource(source: Source, chosen?: Encoding): Promise<Opened> {
  const { text, open } = source;
  const encoding = open ? "utf-8" : sniffEncoding(await firstBytes(text));
  const sample = await readSample(text, encoding);
  if (open) return lookedAt(source, sample, encoding);
  const known = { encoding, sample };
  const isUnclear = encoding === "utf-8" && "badText" in sample;
  if (!isUnclear) return lookedAt(source, await sampleIn(text, chosen ?? encoding, known), chosen ?? encoding);
  const encodings = encodingSamples(sample.badText, sample.rowsBefore);
  const likely = isMostlyUtf8(sample.badText) ? undefined : encodings[0]?.encoding;
  const taken = chosen ?? likely ?? encoding;
  const opened = lookedAt(source, await sampleIn(text, taken, known), taken);
  return opened.kind === "text" ? { ...opened, encodings } : opened;
}

type ReadSample = Awaited<ReturnType<typeof readSample>>;

/** A file is not read twice in the same encoding. */
const sampleIn = async (text: Blob, encoding: Encoding, known: { encoding: Encoding; sample: ReadSample }) =>
  encoding === known.encoding ? known.sample : readSample(text, encoding);

function lookedAt(source: Source, sample: ReadSample, encoding: Encoding): Opened {
  const { open } = source;
  const book = bookOf(source);
  const inBook = book ? { book } : {};
  const refused = (refusal: Refusal): Opened => ({ kind: "refused", refusal, ...inBook });
  if ("badText" in sample) return refused(badTextRefusal(sample.badText, encoding, sample.rowsBefore));
  if (sample.isWhole && sample.texts.every((piece) => piece?.trim() === ""))
    return refused({ sentence: book ? "This sheet is blank." : "This file holds only blank lines." });
  const format = sniffFormat(sample, encoding, open && "sheet");
  const preview = previewSample(sample, format, open);
  if ("refusal" in preview) return refused(preview.refusal);
  return book ? { kind: "workbook", book, format, preview } : { kind: "text", format, preview };
}

/** The same source read another way. */
export async function previewSource({ text, open }: Source, format: Format): Promise<Preview | { refusal: Refusal }> {
  const sample = await readSample(text, format.encoding);
  if ("badText" in sample) return { refusal: badTextRefusal(sample.badText, format.encoding, sample.rowsBefore) };
  return previewSample(sample, format, open);
}

async function firstBytes(blob: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.slice(0, sampleBytes).arrayBuffer());
  } catch {
    throw new Problem("bad_input", "This file could not be read. It may have been moved or changed. Choose it again.");
  }
}

const sectorShiftAt = 30;
const directoryAt = 48;
const entryBytes = 128;
const readEntries = 32;

/** What to do about a file in the form that Office used before 2007, by the names that are in it. */
async function oleSentence(file: Blob): Promise<string> {
  const header = new DataView(await file.slice(0, 512).arrayBuffer());
  const names = header.byteLength < 512 ? [] : await namesIn(file, header);
  const has = (name: string) => names.includes(name);
  if (has("EncryptedPackage"))
    return "This workbook is protected by a password. Save it as .xlsx without a password, or as CSV UTF-8.";
  if (has("WordDocument") || has("PowerPoint Document"))
    return "This is a Word or PowerPoint file. Save the list as .xlsx or as CSV UTF-8.";
  if (has("Workbook") || has("Book"))
    return "This is an old Excel workbook (.xls). Open it in Excel and save it as .xlsx.";
  return "This is an old Office file. If it is a workbook, open it in Excel and save it as .xlsx.";
}

async function namesIn(file: Blob, header: DataView): Promise<string[]> {
  const sectorBytes = 2 ** Math.min(header.getUint16(sectorShiftAt, true), 12);
  const from = (header.getUint32(directoryAt, true) + 1) * sectorBytes;
  const directory = new Uint8Array(await file.slice(from, from + readEntries * entryBytes).arrayBuffer());
  const decoder = new TextDecoder("utf-16le");
  const names: string[] = [];
  for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
    const name = decoder.decode(directory.subarray(at, at + 64));
    names.push(name.slice(0, name.indexOf("\0")));
  }
  return names;
}

/** What a file is: text with rows, something that holds sheets, or neither, and then what to do. */
type FileKind = { kind: "text" | "ole" | BookFile } | { kind: "other"; sentence: string };

/** Told by what a file begins with, never by its name. */
function kindOf(bytes: Uint8Array): FileKind {
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
const binary = other("This is not a text file. Export the list as CSV or as an Excel workbook.");

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

const web = other(`This is a web page, despite its name. ${saveAgain}`);
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
