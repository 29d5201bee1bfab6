import { createEncoder } from "@/lib/contacts/read/encode-text";
import { createContactEngine } from "./create-engine";
import type { ContactEngine, Listing, Report, RowView, WrittenKind } from "./engine";
import { type Encoding, type Format, type Mapping, type Plan, plainRules, type Rules } from "./plan";

/** A file whose bytes come in pieces of a given size, as a slow disk may hand them out. */
export function choppedFile(bytes: Uint8Array<ArrayBuffer>, pieceBytes: number, name = "list.csv"): File {
  const file = new File([bytes], name);
  Object.defineProperty(file, "stream", {
    value: () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += pieceBytes) controller.enqueue(bytes.slice(at, at + pieceBytes));
          controller.close();
        },
      }),
  });
  return file;
}

/** Text as the bytes of an encoding. */
export function bytesOf(text: string, encoding: Encoding, { mark = false } = {}): Uint8Array<ArrayBuffer> {
  const marked = mark ? `\ufeff${text}` : text;
  if (encoding === "utf-8") return new TextEncoder().encode(marked);
  if (encoding !== "utf-16le" && encoding !== "utf-16be") {
    const encoded = createEncoder(encoding)(text);
    if (!encoded) throw new Error(`${encoding} has not all letters of this text.`);
    return encoded;
  }
  const bytes = new Uint8Array(marked.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < marked.length; at += 1) view.setUint16(at * 2, marked.charCodeAt(at), encoding === "utf-16le");
  return bytes;
}

type Changes = {
  format?: Partial<Format>;
  mapping?: Mapping;
  rules?: Partial<Rules>;
  edits?: Plan["edits"];
};

const nothing = () => undefined;

const plainFormat: Format = { encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true };

/** Opens a file as a person would who changes these guesses, and checks it. */
export async function checkedFile(file: File, changes: Changes = {}) {
  const engine = createContactEngine();
  const opened = await engine.open(file, nothing);
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
  return { engine, opened, plan, report: reportIn(await engine.check(plan, nothing)) };
}

export function reportIn(found: Awaited<ReturnType<ContactEngine["check"]>>): Report {
  if ("refusal" in found) throw new Error(found.refusal.sentence);
  return found;
}

export const checkedText = (text: string, changes?: Changes) => checkedFile(new File([text], "list.csv"), changes);

/** Every row of a checked file as a person would see it. */
export async function viewsOf({ engine }: Awaited<ReturnType<typeof checkedFile>>, listing?: Partial<Listing>) {
  const length = await engine.list({ group: "all", text: "", ...listing });
  return engine.page(0, length);
}

/** Row by row what it was found to be: "2 ok +447911123456 Ann". */
export const inShort = ({ row, rowStatus, sent }: RowView) =>
  [row, rowStatus, ...(sent ? [sent.phone, sent.name] : [])].join(" ");

export async function writtenText(
  { engine, report: { checkId } }: Awaited<ReturnType<typeof checkedFile>>,
  kind: WrittenKind,
) {
  const { file, rows, sha256 } = await engine.write({ kind, checkId }, nothing);
  // Blob.text() would take the byte order mark away.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());
  return { text, rows, sha256, file };
}

export const bucketSum = ({ counts }: Report) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Numbers of the fictional range that the United Kingdom keeps for drama are assigned nowhere; these are. */
export const number = (nth: number) => `+4479110${String(10_000 + nth)}`;
