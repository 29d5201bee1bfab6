import type { ContactEngine, Look, Opened, Refusal } from "@/lib/client/contacts/engine";
import type { Format } from "@/lib/client/contacts/plan";
import type { FileState } from "./file-state";
import type { ImportChange } from "./import-state";

type OpenFile = Extract<FileState, { step: "open" }>;

export function fileStateOf(file: File, opened: Opened, tried?: Format): FileState {
  const workbook =
    "sheets" in opened && opened.sheets ? { workbook: { sheets: opened.sheets, sheet: opened.sheet ?? 0 } } : {};
  if (opened.kind === "refused") return { ...refusedState(file, opened.refusal, tried), ...workbook };
  const { format, look } = opened;
  return { step: "open", file, format, look, isLooking: false, ...workbook };
}

export const openedChange = (next: FileState): ImportChange =>
  next.step === "open" ? { kind: "looked", file: next } : { kind: "file", file: next };

export function refusedState(file: File, refusal: Refusal, format?: Format) {
  // Another reading can only be tried where one was: other files are no text at all.
  const tried = refusal.asWindows1252 ? (format ?? plainFormat) : format;
  return { step: "refused" as const, file, refusal, format: tried };
}

const plainFormat: Format = { encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true };

export async function lookedAt(engine: ContactEngine, file: OpenFile, format: Format): Promise<FileState> {
  const look = await engine.look(format);
  return "refusal" in look ? refusedState(file.file, look.refusal, format) : { ...file, format, look };
}

/** What a file is once it was read in another format, in the encoding that it was read in before. */
export function lookedChange(
  { file, workbook }: Exclude<FileState, { step: "none" | "opening" }>,
  format: Format,
  look: Look | { refusal: Refusal },
): ImportChange {
  const book = workbook ? { workbook } : {};
  if ("refusal" in look) return { kind: "file", file: { ...refusedState(file, look.refusal, format), ...book } };
  return { kind: "looked", file: { step: "open", file, format, look, isLooking: false, ...book } };
}

export const refusalOf = (error: unknown) => ({ refusal: { sentence: wordsOf(error) } });

export const wordsOf = (error: unknown) =>
  error instanceof Error && error.name === "Problem"
    ? error.message
    : "This file could not be read. It may have been moved or changed. Choose it again.";
