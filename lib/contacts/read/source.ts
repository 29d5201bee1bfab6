import type { Book, Look, Opened, Progress, Refusal, Sheet } from "@/lib/contacts/engine";
import { type Encoding, type Format, limits } from "@/lib/contacts/plan";
import type { SheetText, Workbook } from "@/lib/contacts/workbook/workbook";
import { Problem } from "@/lib/contract/problem";
import { badTextRefusal, encodingSamples, isMostlyUtf8 } from "./encoding-samples";
import { kindOf } from "./file-kind";
import { oleSentence } from "./ole-file";
import { lookAt } from "./preview";
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
        sentence: `This file is larger than ${limits.bytes / 1048576} MB, the most that is read. Split it first.`,
      },
    };
  const found = kindOf(await firstBytes(file));
  if (found.kind === "text") return { file, text: file };
  if (found.kind === "other") return { refusal: { sentence: found.sentence } };
  if (found.kind === "ole") return { refusal: { sentence: await oleSentence(file) } };
  // Most lists are text: what reads workbooks is loaded when one comes.
  const { openWorkbook } = await import("@/lib/contacts/workbook/workbook");
  const book = await openWorkbook(file, found.kind, sheetReading(reading));
  return openSheetOf(file, book, likeliestSheet(book.sheets), reading);
}

export async function openSheetOf(file: File, book: Workbook, sheet: number, reading: Reading): Promise<Source> {
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
export async function openedOf(source: Source, chosen?: Encoding): Promise<Opened> {
  const { text, open } = source;
  const encoding = open ? "utf-8" : sniffEncoding(await firstBytes(text));
  const sample = await readSample(text, encoding);
  if (open) return lookedAt(source, sample, encoding);
  const known = { encoding, sample };
  const isUntold = encoding === "utf-8" && "badText" in sample;
  if (!isUntold) return lookedAt(source, await sampleIn(text, chosen ?? encoding, known), chosen ?? encoding);
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
  const look = lookAt(sample, format, open);
  if ("refusal" in look) return refused(look.refusal);
  return book ? { kind: "workbook", book, format, look } : { kind: "text", format, look };
}

/** The same source read another way. */
export async function lookAgain({ text, open }: Source, format: Format): Promise<Look | { refusal: Refusal }> {
  const sample = await readSample(text, format.encoding);
  if ("badText" in sample) return { refusal: badTextRefusal(sample.badText, format.encoding, sample.rowsBefore) };
  return lookAt(sample, format, open);
}

async function firstBytes(blob: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.slice(0, sampleBytes).arrayBuffer());
  } catch {
    throw new Problem("bad_input", "This file could not be read. It may have been moved or changed. Choose it again.");
  }
}
