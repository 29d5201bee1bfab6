import type { Book, Opened, Preview, Progress, Refusal } from "@/lib/contacts/engine";
import { type Encoding, type Format, limits } from "@/lib/contacts/plan";
import type { Sheet, SheetText, Workbook } from "@/lib/contacts/workbook/workbook-types";
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
  // Loaded on demand, because most lists are text files.
  const { openWorkbook } = await import("@/lib/contacts/workbook/workbook");
  const book = await openWorkbook(file, sheetOptions(options));
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

/** Index of the first visible sheet with a list, else of a hidden one with a list, else of the first visible sheet. */
function likeliestSheet(sheets: readonly Sheet[]): number {
  const candidates = [
    sheets.findIndex(({ hasList, isHidden }) => hasList && !isHidden),
    sheets.findIndex(({ hasList }) => hasList),
    sheets.findIndex(({ isHidden }) => !isHidden),
  ];
  return candidates.find((index) => index >= 0) ?? 0;
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
    return refused({ sentence: book ? "This sheet is blank." : "This file contains only blank lines." });
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

/** Text, a workbook, or an unsupported file with advice. */
type FileKind = { kind: "text" | "zip" } | { kind: "other"; sentence: string };

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
const oldOffice = unsupported(
  "This is an old Excel workbook (.xls), or one with a password. Open it in Excel and save it as .xlsx without a password.",
);
const packed = unsupported("This is a compressed archive. Unpack it and choose the list.");
const picture = unsupported("This is a picture. Export the list as CSV or as an Excel workbook.");
const binary = unsupported("This is not a text file. Export the list as CSV or as an Excel workbook.");

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

const signatures: readonly (readonly [FileKind, readonly number[]])[] = [
  [{ kind: "zip" }, [0x50, 0x4b, 0x03, 0x04]],
  [oldOffice, [0xd0, 0xcf, 0x11, 0xe0]],
  [unsupported("This zip file is empty."), [0x50, 0x4b, 0x05, 0x06]],
  [unsupported("This is a PDF. Export the list as CSV or as an Excel workbook."), ascii("%PDF")],
  [unsupported("This file is compressed with gzip. Unpack it first."), [0x1f, 0x8b]],
  [packed, ascii("7z\xbc\xaf\x27\x1c")],
  [packed, ascii("Rar!")],
  [picture, [0x89, 0x50, 0x4e, 0x47]],
  [picture, [0xff, 0xd8, 0xff]],
];

const web = unsupported(`This is a web page, despite its name. ${saveAgain}`);
const json = unsupported("This is JSON. Export the list as CSV or as an Excel workbook.");

/** Beginnings of text files that are not lists of cells. */
const textSignatures: readonly (readonly [FileKind, RegExp])[] = [
  [unsupported("These are vCard contacts. Export the list as CSV or as an Excel workbook."), /^BEGIN:VCARD\b/i],
  [web, /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|table|meta|style|div)\b/i],
  [
    unsupported(`This is an Excel workbook as XML. ${saveAgain}`),
    /^<\?xml[\s\S]{0,2000}?(?:progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet)/i,
  ],
  [
    unsupported("This is an XML file. Export the list as CSV or as an Excel workbook."),
    /^<(?:\?xml\s|[a-z][\w:-]*(?:\s[^>]*)?>\s*<)/i,
  ],
  [json, /^(?:\{\s*(?:"[^"\n]*"\s*:|\})|\[\s*(?:[{[\]]|"(?:[^"\\\n]|\\.)*"\s*[,\]]))/],
  [unsupported("This is a rich text file. Save the list as CSV or as an Excel workbook."), /^\{\\rtf/],
];
