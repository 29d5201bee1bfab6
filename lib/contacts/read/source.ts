import type { Book, Opened, Preview, Progress, Refusal } from "@/lib/contacts/engine";
import { type Encoding, type Format, limits } from "@/lib/contacts/plan";
import type { BookFile, Sheet, SheetText, Workbook } from "@/lib/contacts/workbook/workbook-types";
import { Problem } from "@/lib/contract/problem";
import { bomEncoding } from "./decode";
import { badTextRefusal, encodingSamples, isMostlyUtf8 } from "./encoding-samples";
import { previewSample } from "./preview";
import { readSample } from "./sample";
import { sampleBytes, sniffEncoding, sniffFormat } from "./sniff";

/** Chosen file with its text, which is the file itself or the CSV of a workbook's sheet. */
export type Source = { file: File; text: Blob; open?: SheetText & { book: Workbook; sheet: number } };

type SourceOptions = { onProgress: (progress: Progress) => void; signal: AbortSignal };

/** Detects the type of a file and opens it. The sheet of a workbook is converted completely. */
export async function openSource(file: File, options: SourceOptions): Promise<Source | { refusal: Refusal }> {
  if (file.size > limits.bytes)
    return {
      refusal: {
        sentence: `This file is larger than ${limits.bytes / 1048576} MB, the maximum. Split it first.`,
      },
    };
  const detected = kindOf(await firstBytes(file));
  if (detected.kind === "text") return { file, text: file };
  if (detected.kind === "other") return { refusal: { sentence: detected.sentence } };
  if (detected.kind === "ole") return { refusal: { sentence: await oleSentence(file) } };
  // Loaded on demand, because most lists are text files.
  const { openWorkbook } = await import("@/lib/contacts/workbook/workbook");
  const book = await openWorkbook(file, detected.kind, sheetOptions(options));
  return openSheet(file, book, likeliestSheet(book.sheets), options);
}

export async function openSheet(file: File, book: Workbook, sheet: number, options: SourceOptions): Promise<Source> {
  const sheetText = await book.toCsv(sheet, sheetOptions(options));
  return { file, text: sheetText.text, open: { ...sheetText, book, sheet } };
}

const sheetOptions = ({ onProgress, signal }: SourceOptions) => ({
  signal,
  onProgress: (readBytes: number, totalBytes: number, rows: number) =>
    onProgress({ readBytes, totalBytes, rows, sent: 0, toFix: 0 }),
});

/** Index of the first visible sheet, or of the largest list if that sheet has none. Hidden sheets rank last. */
function likeliestSheet(sheets: readonly Sheet[]): number {
  const first = Math.max(
    sheets.findIndex(({ visibility }) => visibility === "visible"),
    0,
  );
  if (sheets[first]?.contacts) return first;
  const rank = ({ visibility, contacts }: Sheet) =>
    contacts ? contacts.count + (visibility === "visible" ? 1e9 : 1) : 0;
  return sheets.reduce((best, sheet, index) => (rank(sheet) > rank(sheets[best] ?? sheet) ? index : best), first);
}

const bookOf = ({ open }: Source): Book | undefined =>
  open && { kind: open.book.kind, sheets: open.book.sheets, sheet: open.sheet };

/** Reads a sample and guesses format and mapping, in the chosen encoding or the one that was detected. */
export async function describeSource(source: Source, chosen?: Encoding): Promise<Opened> {
  const { text, open } = source;
  const encoding = open ? "utf-8" : sniffEncoding(await firstBytes(text));
  const sample = await readSample(text, encoding);
  if (open) return openSample(source, sample, encoding);
  const detected = { encoding, sample };
  const isInvalidUtf8 = encoding === "utf-8" && "badText" in sample;
  if (!isInvalidUtf8) return openSample(source, await sampleIn(text, chosen ?? encoding, detected), chosen ?? encoding);
  const encodings = encodingSamples(sample.badText, sample.rowsBefore);
  const likely = isMostlyUtf8(sample.badText) ? undefined : encodings[0]?.encoding;
  const finalEncoding = chosen ?? likely ?? encoding;
  const opened = openSample(source, await sampleIn(text, finalEncoding, detected), finalEncoding);
  return opened.kind === "text" ? { ...opened, encodings } : opened;
}

type ReadSample = Awaited<ReturnType<typeof readSample>>;

/** Does not read the sample twice in the same encoding. */
const sampleIn = async (text: Blob, encoding: Encoding, detected: { encoding: Encoding; sample: ReadSample }) =>
  encoding === detected.encoding ? detected.sample : readSample(text, encoding);

function openSample(source: Source, sample: ReadSample, encoding: Encoding): Opened {
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

/** Preview of the source in another format. */
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

const sectorShiftOffset = 30;
const directoryOffset = 48;
const entryBytes = 128;
const maxEntries = 32;

/** Advice on an OLE file (Office before 2007, or encrypted), based on the stream names in it. */
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
  const sectorBytes = 2 ** Math.min(header.getUint16(sectorShiftOffset, true), 12);
  const from = (header.getUint32(directoryOffset, true) + 1) * sectorBytes;
  const directory = new Uint8Array(await file.slice(from, from + maxEntries * entryBytes).arrayBuffer());
  const decoder = new TextDecoder("utf-16le");
  const names: string[] = [];
  for (let offset = 0; offset + entryBytes <= directory.length; offset += entryBytes) {
    const name = decoder.decode(directory.subarray(offset, offset + 64));
    names.push(name.slice(0, name.indexOf("\0")));
  }
  return names;
}

/** Text, a container of sheets, or an unsupported file with advice. */
type FileKind = { kind: "text" | "ole" | BookFile } | { kind: "other"; sentence: string };

/** Detects the type by the first bytes, never by the file name. */
function kindOf(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) return unsupported("This file is empty.");
  const signature = signatures.find(([, signs]) => signs.every((byte, index) => bytes[index] === byte));
  if (signature) return signature[0];
  const encoding = sniffEncoding(bytes);
  const isWide = encoding === "utf-16le" || encoding === "utf-16be";
  if (bytes.includes(0) && !isWide && bomEncoding(bytes) === undefined) return binary;
  const text = new TextDecoder(encoding).decode(bytes).trimStart();
  return textSignatures.find(([, beginning]) => beginning.test(text))?.[0] ?? { kind: "text" };
}

const unsupported = (sentence: string): FileKind => ({ kind: "other", sentence });
const saveAgain = "Open it in Excel and save it as .xlsx.";
const oldExcel = unsupported(`This is an old Excel workbook (.xls). ${saveAgain}`);
const packed = unsupported("This is a compressed archive. Unpack it and choose the list.");
const picture = unsupported("This is a picture. Export the list as CSV or as an Excel workbook.");
const binary = unsupported("This is not a text file. Export the list as CSV or as an Excel workbook.");

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

const signatures: readonly (readonly [FileKind, readonly number[]])[] = [
  [{ kind: "zip" }, [0x50, 0x4b, 0x03, 0x04]],
  [{ kind: "ole" }, [0xd0, 0xcf, 0x11, 0xe0]],
  [unsupported("This zip file is empty."), [0x50, 0x4b, 0x05, 0x06]],
  [unsupported("This is a PDF. Export the list as CSV or as an Excel workbook."), ascii("%PDF")],
  [unsupported("This file is compressed with gzip. Unpack it first."), [0x1f, 0x8b]],
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

const web = unsupported(`This is a web page, despite its name. ${saveAgain}`);
const json = unsupported("This is JSON. Export the list as CSV or as an Excel workbook.");
const excelText = unsupported(`This is a workbook in an old text format of Excel. ${saveAgain}`);

/** Beginnings of text files that are not lists of cells. */
const textSignatures: readonly (readonly [FileKind, RegExp])[] = [
  [{ kind: "vcard" }, /^BEGIN:VCARD[ \t]*[\r\n]/i],
  [web, /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|table|meta|style|div)\b/i],
  [web, /^(?:MIME-Version:|From: <Saved by)[\s\S]*?^Content-Type: multipart\/related/im],
  [
    unsupported(`This is an Excel workbook as XML. ${saveAgain}`),
    /^<\?xml[\s\S]{0,2000}?(?:progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet)/i,
  ],
  [{ kind: "flatOpenDocument" }, /^<\?xml[^>]*>\s*<(?:\w+:)?document\b[^>]{0,20000}opendocument\.spreadsheet/i],
  [
    unsupported("This is an XML file. Export the list as CSV or as an Excel workbook."),
    /^<(?:\?xml\s|[a-z][\w:-]*(?:\s[^>]*)?>\s*<)/i,
  ],
  [json, /^(?:\{\s*(?:"[^"\n]*"\s*:|\})|\[\s*(?:[{[\]]|"(?:[^"\\\n]|\\.)*"\s*[,\]]))/],
  [unsupported("This is a rich text file. Save the list as CSV or as an Excel workbook."), /^\{\\rtf/],
  [excelText, /^ID;P[^\r\n]*[\r\n]+[A-Z];/],
  [excelText, /^TABLE\r?\n0,1\r?\n/],
];
