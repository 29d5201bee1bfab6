import { createContactEngine } from "@/lib/contacts/create-engine";
import type { ContactEngine, Listing, Preview, Report, RowsToWrite, RowView, WrittenKind } from "@/lib/contacts/engine";
import { type Encoding, type Format, type Mapping, type Plan, plainRules, type Rules } from "@/lib/contacts/plan";
import { createEncoder } from "@/lib/contacts/read/encode-text";

/** Shape of a list with one column of numbers and nothing unusual. */
export const plainShape: Preview["usual"] = {
  ...{ surplus: 0, isSpaced: false, tenDigits: [], numberColumns: [0], labels: [], extension: undefined, header: [] },
};

/** File that streams its bytes in chunks of the given size. */
export function choppedFile(bytes: Uint8Array<ArrayBuffer>, pieceBytes: number, name = "list.csv"): File {
  const file = new File([bytes], name);
  Object.defineProperty(file, "stream", {
    value: () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let offset = 0; offset < bytes.length; offset += pieceBytes)
            controller.enqueue(bytes.slice(offset, offset + pieceBytes));
          controller.close();
        },
      }),
  });
  return file;
}

/** Text encoded as bytes, with a byte order mark if wanted. */
export function bytesOf(text: string, encoding: Encoding, { mark = false } = {}): Uint8Array<ArrayBuffer> {
  const encoded = createEncoder(encoding)(mark ? `\ufeff${text}` : text);
  if (!encoded) throw new Error(`${encoding} has not all letters of this text.`);
  return encoded;
}

type Changes = {
  format?: Partial<Format>;
  mapping?: Mapping;
  rules?: Partial<Rules>;
  edits?: Plan["edits"];
};

const noop = () => undefined;

const plainFormat: Format = { encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true };

/** Opens and checks a file, with changes to the guessed plan. */
export async function checkedFile(file: File, changes: Changes = {}) {
  const engine = createContactEngine();
  const opened = await engine.open(file, noop);
  const format = { ...("format" in opened ? opened.format : plainFormat), ...changes.format };
  const preview = changes.format || opened.kind === "refused" ? await engine.preview(format) : opened.preview;
  if (opened.kind === "refused" && !changes.format) throw new Error(opened.refusal.sentence);
  if ("refusal" in preview) throw new Error(preview.refusal.sentence);
  const plan: Plan = {
    format,
    mapping: changes.mapping ?? preview.mapping,
    rules: { ...plainRules, ...changes.rules },
    edits: changes.edits ?? new Map(),
  };
  return { engine, opened, plan, report: reportIn(await engine.check(plan, noop)) };
}

export function reportIn(result: Awaited<ReturnType<ContactEngine["check"]>>): Report {
  if ("refusal" in result) throw new Error(result.refusal.sentence);
  return result;
}

export const checkedText = (text: string, changes?: Changes) => checkedFile(new File([text], "list.csv"), changes);

/** Views of all rows of a checked file. */
export async function viewsOf({ engine }: Awaited<ReturnType<typeof checkedFile>>, listing?: Partial<Listing>) {
  const length = await engine.list({ group: "all", text: "", ...listing });
  return engine.page(0, length);
}

/** One row as a short text, "2 ok +447911123456 Ann". */
export const summaryOf = ({ row, rowStatus, sent }: RowView) =>
  [row, rowStatus, ...(sent ? [sent.phone, sent.name] : [])].join(" ");

export async function writtenText(
  { engine, report: { checkId } }: Awaited<ReturnType<typeof checkedFile>>,
  kind: WrittenKind,
  { encoding = "utf-8", rejected }: { encoding?: Encoding; rejected?: RowsToWrite["rejected"] } = {},
) {
  const { file, rows, sha256 } = await engine.write({ kind, checkId, rejected }, noop);
  // Blob.text() would remove the byte order mark.
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(await file.arrayBuffer());
  return { text, rows, sha256, file };
}

export const bucketSum = ({ counts }: Report) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** A number of an assigned range, by index. The fictional range of the United Kingdom counts as unassigned. */
export const number = (index: number) => `+4479110${String(10_000 + index)}`;
