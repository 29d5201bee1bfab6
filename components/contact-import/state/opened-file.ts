import type { ContactEngine, OnProgress, Opened, Preview, Refusal } from "@/lib/contacts/engine";
import type { Format, Plan } from "@/lib/contacts/plan";
import type { RefusedFile } from "./import-state";
import type { OpenFile } from "./open-list";
import { withRememberedColumns } from "./remembered-columns";

export type Restored = { sheet: number | undefined; plan: Plan };

type OpenOptions = { restored?: Restored | undefined; onProgress?: OnProgress };

/** Opens a file. A failure is a refusal with its reason. */
export async function openedFile(
  engine: ContactEngine,
  file: File,
  { restored, onProgress = () => undefined }: OpenOptions,
): Promise<ReadFile> {
  try {
    const opened = await engine.open(file, onProgress);
    const sheet = restored?.sheet;
    const isOther = sheet !== undefined && "book" in opened && opened.book?.sheet !== sheet;
    const fileState = fileStateOf(file, isOther ? await engine.openSheet(sheet, onProgress) : opened);
    return restored ? await previewAs(engine, fileState, restored.plan.format) : fileState;
  } catch (error) {
    return refusedState(file, refusalOf(error).refusal);
  }
}

/** Reads the file in another format. */
export async function readFormat(engine: ContactEngine, before: ReadFile, format: Format): Promise<ReadFile> {
  const isSameText = format.encoding === before.format?.encoding;
  if (isSameText) return previewedState(before, format, await engine.preview(format).catch(refusalOf));
  return fileStateOf(before.file, await engine.openAs(format.encoding).catch(refused), format);
}

export async function readSheet(engine: ContactEngine, file: File, sheet: number, onProgress: OnProgress) {
  return fileStateOf(file, await engine.openSheet(sheet, onProgress).catch(refused));
}

const refused = (error: unknown): Opened => ({ kind: "refused", ...refusalOf(error) });

/** Previews the file in a chosen format, which may succeed even if the detected one failed. */
async function previewAs(engine: ContactEngine, fileState: ReadFile, format: Format): Promise<ReadFile> {
  try {
    return previewedState(fileState, format, await engine.preview(format));
  } catch (error) {
    // A file that is not text has no preview.
    if (fileState.step === "refused") return fileState;
    throw error;
  }
}

type ReadFile = OpenFile | RefusedFile;

function fileStateOf(file: File, opened: Opened, triedFormat?: Format): ReadFile {
  const book = "book" in opened && opened.book ? { book: opened.book } : {};
  if (opened.kind === "refused") return { ...refusedState(file, opened.refusal, triedFormat), ...book };
  const { format } = opened;
  const preview = withRememberedColumns(opened.preview, format);
  return { step: "open", file, format, preview, isPreviewLoading: false, ...book, ...encodingsOf(opened) };
}

export function refusedState(file: File, refusal: Refusal, format?: Format): RefusedFile {
  // Without a format the file is not text, so no other format can be tried.
  const triedFormat = refusal.encodings ? (format ?? plainFormat) : format;
  return { step: "refused", file, refusal, format: triedFormat };
}

const plainFormat: Format = { encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true };

function previewedState(fileState: ReadFile, format: Format, preview: Preview | { refusal: Refusal }): ReadFile {
  const { file, book } = fileState;
  const inBook = book ? { book } : {};
  if ("refusal" in preview) return { ...refusedState(file, preview.refusal, format), ...inBook };
  return { step: "open", file, format, preview, isPreviewLoading: false, ...inBook, ...encodingsOf(fileState) };
}

function encodingsOf(read: Opened | ReadFile): Pick<OpenFile, "encodings" | "isEncodingSure"> {
  if (!("encodings" in read) || !read.encodings) return {};
  const { encodings, isEncodingSure = false } = read;
  return { encodings, isEncodingSure };
}

const refusalOf = (error: unknown) => ({ refusal: { sentence: errorMessage(error) } });

export const errorMessage = (error: unknown) =>
  error instanceof Error && error.name === "Problem"
    ? error.message
    : "This file could not be read. It may have been moved or changed. Choose it again.";
