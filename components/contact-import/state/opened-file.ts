import type { ContactEngine, EncodingSample, OnProgress, Opened, Preview, Refusal } from "@/lib/contacts/engine";
import type { Format, Plan } from "@/lib/contacts/plan";
import type { OpenFile, RefusedFile } from "./import-state";

/** What was decided about a file that was open before. */
export type Restored = { sheet: number | undefined; plan: Plan };

type OpenOptions = { restored?: Restored | undefined; onProgress?: OnProgress };

/** A chosen file, opened; one that was open before on the sheet and in the format that its person chose then. */
export async function openedFile(
  engine: ContactEngine,
  file: File,
  { restored, onProgress = () => undefined }: OpenOptions,
): Promise<ReadFile> {
  const opened = await engine.open(file, onProgress);
  const sheet = restored?.sheet;
  const isOther = sheet !== undefined && "book" in opened && opened.book?.sheet !== sheet;
  const found = fileStateOf(file, isOther ? await engine.openSheet(sheet, onProgress) : opened);
  return restored ? lookedAt(engine, found, restored.plan.format) : found;
}

/** A file that cannot be read as it was found may be readable as its person chose to read it. */
async function lookedAt(engine: ContactEngine, found: ReadFile, format: Format): Promise<ReadFile> {
  try {
    return lookedState(found, format, await engine.preview(format));
  } catch (error) {
    // Of a file that is no text at all nothing can be looked at.
    if (found.step === "refused") return found;
    throw error;
  }
}

type ReadFile = OpenFile | RefusedFile;

export function fileStateOf(file: File, opened: Opened, tried?: Format): ReadFile {
  const book = "book" in opened && opened.book ? { book: opened.book } : {};
  if (opened.kind === "refused") return { ...refusedState(file, opened.refusal, tried), ...book };
  const { format, preview } = opened;
  return { step: "open", file, format, preview, isLooking: false, ...book, ...encodingsOf(opened) };
}

export function refusedState(file: File, refusal: Refusal, format?: Format): RefusedFile {
  // Another reading can only be tried where one was: other files are no text at all.
  const tried = refusal.encodings ? (format ?? plainFormat) : format;
  return { step: "refused", file, refusal, format: tried };
}

const plainFormat: Format = { encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true };

/** What a file is once it was read in another format. */
export function lookedState(found: ReadFile, format: Format, preview: Preview | { refusal: Refusal }): ReadFile {
  const { file, book } = found;
  const inBook = book ? { book } : {};
  if ("refusal" in preview) return { ...refusedState(file, preview.refusal, format), ...inBook };
  return { step: "open", file, format, preview, isLooking: false, ...inBook, ...encodingsOf(found) };
}

const encodingsOf = (read: object): { encodings?: readonly EncodingSample[] } =>
  "encodings" in read && read.encodings ? { encodings: read.encodings as readonly EncodingSample[] } : {};

export const refusalOf = (error: unknown) => ({ refusal: { sentence: wordsOf(error) } });

export const wordsOf = (error: unknown) =>
  error instanceof Error && error.name === "Problem"
    ? error.message
    : "This file could not be read. It may have been moved or changed. Choose it again.";
