import type { Book, Opened, Preview, Progress, Refusal } from "@/lib/contacts/engine";
import { limits } from "@/lib/contacts/limits";
import { textMessage } from "@/lib/contacts/messages/file-messages";
import { nameMessage } from "@/lib/contacts/messages/name-message";
import type { Encoding, Format } from "@/lib/contacts/plan";
import type { Sheet, SheetText, Workbook } from "@/lib/contacts/workbook/workbook-types";
import { Problem } from "@/lib/contract/problem";
import { bomEncoding } from "./decode";
import { badTextRefusal, guessedEncodings, isMostlyUtf8 } from "./encoding-samples";
import { previewSample } from "./preview";
import { readSample } from "./sample";
import { sampleBytes, sniffEncoding, sniffFormat } from "./sniff";

/** Chosen file with its text, which is the file itself or the CSV of a workbook's sheet. */
export type Source = { file: File; text: Blob; open?: SheetText & { book: Workbook; sheet: number } };

type SourceOptions = { onProgress: (progress: Progress) => void; signal: AbortSignal };

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
  const guessed = guessedEncodings(sample.badText, sample.rowsBefore);
  const { encodings } = guessed;
  const likely = isMostlyUtf8(sample.badText) ? undefined : encodings[0]?.encoding;
  const finalEncoding = chosen ?? likely ?? encoding;
  const opened = openSample(source, await sampleIn(text, finalEncoding, detected), finalEncoding);
  return opened.kind === "text" ? { ...opened, ...guessed } : opened;
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
  const preview = withSourceDoubts(source, previewSample(sample, format, source.file.name, open));
  if ("refusal" in preview) return refused(preview.refusal);
  return book ? { kind: "workbook", book, format, preview } : { kind: "text", format, preview };
}

export async function previewSource(
  { file, text, open }: Source,
  format: Format,
): Promise<Preview | { refusal: Refusal }> {
  const sample = await readSample(text, format.encoding);
  if ("badText" in sample) return { refusal: badTextRefusal(sample.badText, format.encoding, sample.rowsBefore) };
  return withSourceDoubts({ file, text, open }, previewSample(sample, format, file.name, open));
}

function withSourceDoubts({ file, open }: Source, preview: Preview | { refusal: Refusal }) {
  if ("refusal" in preview) return preview;
  const doubts = [nameMessage(file.name), ...(open ? [textMessage(open.book.sheets)] : [])].flat();
  return { ...preview, doubts: [...preview.doubts, ...doubts] };
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
  const hasSignature = (signature: readonly number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (hasSignature([0x50, 0x4b])) return { kind: "zip" };
  if (hasSignature([0xd0, 0xcf, 0x11, 0xe0])) return oldOffice;
  const encoding = sniffEncoding(bytes);
  const isWide = encoding === "utf-16le" || encoding === "utf-16be";
  if (bytes.includes(0) && !isWide && bomEncoding(bytes) === undefined) return noText;
  const text = new TextDecoder(encoding).decode(bytes).trimStart();
  if (markup.test(text)) return markupFile;
  return noCells.test(text) ? noList : { kind: "text" };
}

const unsupported = (sentence: string): FileKind => ({ kind: "other", sentence });
const oldOffice = unsupported(
  "This is an old Excel workbook (.xls), or one with a password. Open it in Excel and save it as .xlsx without a password.",
);
const markupFile = unsupported(
  "This is a web page or XML, whatever its name is. Open it in Excel and save it as .xlsx.",
);
const noText = unsupported("This is not a text file. Export the list as CSV or as an Excel workbook.");
const noList = unsupported("This is not a list of rows and cells. Export the list as CSV or as an Excel workbook.");

/** Beginnings of HTML and XML. A column name may look like a tag, but no tag follows it. */
const markup = /^(?:<!--[\s\S]*?-->\s*)*<(?:\?xml|!doctype|[a-z][\w:-]*(?:\s[^>]*)?>\s*<)/i;

/** Beginnings of vCards, rich text and JSON. */
const noCells = /^(?:BEGIN:VCARD\b|\{\\rtf|\{\s*(?:"[^"\n]*"\s*:|\})|\[\s*(?:[{[\]]|"(?:[^"\\\n]|\\.)*"\s*[,\]]))/i;
