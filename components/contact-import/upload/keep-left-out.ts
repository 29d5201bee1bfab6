import { readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import type { ContactEngine, Report, Written } from "@/lib/contacts/engine";
import { keepLeftOut, type LeftOutRows, largestLeftOut, leftOutPartBytes } from "@/lib/contract/console/left-out";
import { rejectedRows } from "./rows-blamed";

/** Rows of an upload on their way to the server. `import_id`: the upload that has them. */
export type KeptRows =
  | { step: "sending" | "none" | "too_large" | "failed" }
  | ({ step: "kept"; import_id: string } & LeftOutRows);

/** Writes the rows that are not in the campaign; undefined if there is none. `raw`: the platform's answer to the upload. */
export type WriteLeftOut = (raw: unknown) => Promise<Written | undefined>;

export async function sendLeftOut(import_id: string, written: Written | undefined): Promise<KeptRows> {
  if (!written || written.rows === 0) return { step: "none" };
  const { file, rows } = written;
  const bytes = await compressed(file);
  if (bytes.length > largestLeftOut) return { step: "too_large" };
  const parts = Math.ceil(bytes.length / leftOutPartBytes);
  for (let part = 0; part < parts; part += 1) {
    const piece = bytes.subarray(part * leftOutPartBytes, (part + 1) * leftOutPartBytes);
    const input = { import_id, part, parts, rows, bytes: base64Of(piece) };
    const { data } = readAnswer(keepLeftOut, await call(keepLeftOut, input)).value;
    if (data) return { step: "kept", import_id, ...data };
  }
  return { step: "failed" };
}

async function compressed(file: Blob): Promise<Uint8Array> {
  const stream =
    typeof CompressionStream === "undefined" ? file.stream() : file.stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const charactersAtOnce = 8192;

function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let from = 0; from < bytes.length; from += charactersAtOnce)
    text += String.fromCharCode(...bytes.subarray(from, from + charactersAtOnce));
  return btoa(text);
}

const noop = () => undefined;

/** Writes the rows left out now, because the engine ends with the page, and again if the platform rejected some. */
export function leftOutWriter(engine: ContactEngine, { checkId }: Report, leftOut: number): WriteLeftOut {
  const early = leftOut > 0 ? engine.write({ kind: "notSent", checkId }, noop) : Promise.resolve(undefined);
  early.catch(noop);
  return async (raw) => {
    const rejected = await rejectedRows(raw, engine).catch(() => new Map<number, string>());
    return rejected.size > 0 ? engine.write({ kind: "notSent", checkId, rejected }, noop).catch(() => early) : early;
  };
}
