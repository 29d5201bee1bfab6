import { SaxesParser } from "saxes";
import { Problem } from "@/lib/contract/problem";
import type { Part } from "./parts";
import { damaged, growsTooMuch, tooLarge } from "./workbook-types";

/** Names come without their prefix: every program writes other prefixes. */
export type XmlHandlers = {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

type Reading = {
  limitBytes?: number;
  onBytes?: (readBytes: number) => void;
  /** Asked now and then; true ends the reading. */
  isEnough?: (readBytes: number) => boolean;
  signal?: AbortSignal;
};

const smallPartBytes = 64 * 1024 * 1024;
/** Lists unpack to some ten or twenty times their size; a part that grows much more was made to fill memory. */
const mostGrowth = 150;
const pieceCharacters = 64 * 1024;
const turnMs = 40;

/** Unpacks one part as a stream and reads it as XML. Others have their turn meanwhile. */
export async function readXml(part: Part, handlers: XmlHandlers, reading: Reading = {}): Promise<void> {
  const { limitBytes = smallPartBytes, onBytes, isEnough, signal } = reading;
  const parser = createParser(handlers);
  const rest = createRest();
  let decoder: TextDecoder | undefined;
  let bytes = 0;
  let failure: unknown;
  let hasEnough = false;

  async function take(piece: Uint8Array) {
    bytes += piece.length;
    if (bytes > limitBytes) throw tooLarge(`A part of this workbook is larger than ${limitBytes / 1024 ** 2} MB.`);
    if (bytes > smallPartBytes && bytes > part.packedBytes * mostGrowth) throw growsTooMuch();
    decoder ??= decoderFor(piece);
    const text = decoder.decode(piece, { stream: true });
    for (let at = 0; at < text.length; at += pieceCharacters) {
      parser.write(text.slice(at, at + pieceCharacters));
      await rest();
      signal?.throwIfAborted();
      hasEnough = isEnough?.(bytes) ?? false;
      if (hasEnough) throw new Error("The rest is not needed.");
    }
    onBytes?.(bytes);
  }

  const sink = new WritableStream<Uint8Array>({
    write: (piece) =>
      take(piece).catch((error: unknown) => {
        failure = error;
        throw error;
      }),
  });
  try {
    signal?.throwIfAborted();
    await part.unpack(sink, signal);
    parser.end(decoder?.decode() ?? "");
  } catch (error) {
    if (hasEnough) return;
    signal?.throwIfAborted();
    throw failure instanceof Problem || error instanceof Problem ? (failure ?? error) : damaged(failure ?? error);
  }
}

const longestText = 4 * 1024 * 1024;
const deepest = 100;

function createParser({ open, close, text }: XmlHandlers) {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let depth = 0;
  let sinceTag = 0;
  // Without a handler for errors the parser throws them, unknown entities among them.
  parser.on("doctype", () => {
    throw damaged();
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > deepest) throw damaged();
    open(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    close?.(localName(name));
  });
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  return {
    write(piece: string) {
      const tag = piece.lastIndexOf("<");
      sinceTag = tag < 0 ? sinceTag + piece.length : piece.length - tag;
      if (sinceTag > longestText) throw damaged();
      parser.write(piece);
    },
    end: (last: string) => parser.write(last).close(),
  };
}

export const localName = (name: string) => name.slice(name.indexOf(":") + 1);

function decoderFor([first, second]: Uint8Array) {
  const mark =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(mark, { fatal: true });
}

function createRest() {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < turnMs) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}
