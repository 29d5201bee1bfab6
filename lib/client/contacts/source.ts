import { Problem } from "@/lib/contract/problem";
import { badTextRefusal } from "./bad-text";
import type { Look, Opened, Progress, Refusal } from "./engine";
import { lookAt } from "./look";
import { type Encoding, type Format, limits } from "./plan";
import { readSample } from "./sample";
import { type Kind, kindOf, sampleBytes, sniffEncoding, sniffFormat } from "./sniff";
import type { Workbook } from "./workbook/workbook";

/** A chosen file as text with rows: itself, or what a sheet of its workbook holds. */
export type Source = { file: File; text: Blob; workbook?: { book: Workbook; sheet: number } };

type Reading = { onProgress: (progress: Progress) => void; signal: AbortSignal };

/** Finds out what a file is. A workbook's first visible sheet is read whole, since it has no rows to look at before. */
export async function openSource(file: File, reading: Reading): Promise<Source | { refusal: Refusal }> {
  if (file.size > limits.bytes)
    return {
      refusal: {
        sentence: `This file is larger than ${limits.bytes / 1048576} MB, the most that is read. Split it first.`,
      },
    };
  const kind = kindOf(await firstBytes(file));
  if (kind === "zip" || kind === "ole") {
    // Most lists are text: what reads workbooks is loaded when one comes.
    const { openWorkbook } = await import("./workbook/workbook");
    return openSheetOf(file, await openWorkbook(file), undefined, reading);
  }
  const sentence = refusals[kind];
  return sentence ? { refusal: { sentence } } : { file, text: file };
}

const refusals: Partial<Record<Kind, string>> = {
  empty: "This file is empty.",
  pdf: "This is a PDF. Export the list as CSV or as an Excel workbook.",
  gzip: "This file is compressed with gzip. Unpack it first.",
  image: "This is a picture. Export the list as CSV or as an Excel workbook.",
  binary: "This is no text file. Export the list as CSV or as an Excel workbook.",
};

export async function openSheetOf(
  file: File,
  book: Workbook,
  sheet: number | undefined,
  { onProgress, signal }: Reading,
): Promise<Source> {
  const chosen = sheet ?? book.firstVisible;
  const text = await book.toCsv(chosen, {
    signal,
    onProgress: (readBytes, totalBytes, rows) => onProgress({ readBytes, totalBytes, rows, sent: 0, toFix: 0 }),
  });
  return { file, text, workbook: { book, sheet: chosen } };
}

/** The first look at a source, with every guess made; in an encoding that a person chose, or the one that its bytes tell. */
export async function openedOf({ text, workbook }: Source, chosen?: Encoding): Promise<Opened> {
  const encoding = workbook ? "utf-8" : (chosen ?? sniffEncoding(await firstBytes(text)));
  const sheets = workbook && { sheets: workbook.book.sheets, sheet: workbook.sheet };
  const refused = (refusal: Refusal): Opened => ({ kind: "refused", refusal, ...sheets });
  const sample = await readSample(text, encoding);
  if ("badText" in sample) return refused(badTextRefusal(sample.badText, encoding, sample.rowsBefore));
  if (sample.isWhole && sample.texts.every((piece) => piece?.trim() === ""))
    return refused({ sentence: sheets ? "This sheet is blank." : "This file holds only blank lines." });
  const format = sniffFormat(sample, encoding, workbook && ",");
  const look = lookAt(sample, format);
  if ("refusal" in look) return refused(look.refusal);
  return sheets ? { kind: "workbook", ...sheets, format, look } : { kind: "text", format, look };
}

/** The same source read another way. */
export async function lookAgain({ text }: Source, format: Format): Promise<Look | { refusal: Refusal }> {
  const sample = await readSample(text, format.encoding);
  if ("badText" in sample) return { refusal: badTextRefusal(sample.badText, format.encoding, sample.rowsBefore) };
  return lookAt(sample, format);
}

async function firstBytes(blob: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.slice(0, sampleBytes).arrayBuffer());
  } catch {
    throw new Problem("bad_input", "This file could not be read. It may have been moved or changed. Choose it again.");
  }
}
