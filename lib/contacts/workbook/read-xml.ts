import { SaxesParser } from "saxes";
import { Problem } from "@/lib/contract/problem";
import type { Part } from "./parts";
import { damaged, growsTooMuch, tooLarge } from "./workbook-types";

/** Names have no namespace prefix, because prefixes differ between programs. */
export type XmlHandlers = {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

type XmlReadOptions = {
  limitBytes?: number;
  onBytes?: (readBytes: number) => void;
  /** Called regularly. Returning true stops the reading. */
  isEnough?: (readBytes: number) => boolean;
  signal?: AbortSignal;
};

const smallPartBytes = 64 * 1024 * 1024;
/** Lists unpack to ten or twenty times their size. A part that grows much more is a zip bomb. */
const maxGrowth = 150;
const pieceCharacters = 64 * 1024;
const yieldEveryMs = 40;

/** Unpacks one part as a stream and parses it as XML. Yields to other tasks regularly. */
export async function readXml(part: Part, handlers: XmlHandlers, options: XmlReadOptions = {}): Promise<void> {
  const { limitBytes = smallPartBytes, onBytes, isEnough, signal } = options;
  const parser = createParser(handlers);
  const yieldIfDue = createYield();
  let decoder: TextDecoder | undefined;
  let bytes = 0;
  let failure: unknown;
  let hasEnough = false;

  async function parsePiece(piece: Uint8Array) {
    bytes += piece.length;
    if (bytes > limitBytes) throw tooLarge(`A part of this workbook is larger than ${limitBytes / 1024 ** 2} MB.`);
    if (bytes > smallPartBytes && bytes > part.packedBytes * maxGrowth) throw growsTooMuch();
    decoder ??= decoderFor(piece);
    const text = decoder.decode(piece, { stream: true });
    for (let offset = 0; offset < text.length; offset += pieceCharacters) {
      parser.write(text.slice(offset, offset + pieceCharacters));
      await yieldIfDue();
      signal?.throwIfAborted();
      hasEnough = isEnough?.(bytes) ?? false;
      if (hasEnough) throw new Error("The rest is not needed.");
    }
    onBytes?.(bytes);
  }

  const sink = new WritableStream<Uint8Array>({
    write: (piece) =>
      parsePiece(piece).catch((error: unknown) => {
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

const maxTextCharacters = 4 * 1024 * 1024;
const maxDepth = 100;

function createParser(handlers: XmlHandlers) {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let depth = 0;
  let charactersSinceTag = 0;
  // Without an error handler the parser throws, for unknown entities too.
  parser.on("doctype", () => {
    throw damaged();
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > maxDepth) throw damaged();
    handlers.open(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    handlers.close?.(localName(name));
  });
  parser.on("text", (text) => handlers.text?.(text));
  parser.on("cdata", (text) => handlers.text?.(text));
  return {
    write(piece: string) {
      const tag = piece.lastIndexOf("<");
      charactersSinceTag = tag < 0 ? charactersSinceTag + piece.length : piece.length - tag;
      if (charactersSinceTag > maxTextCharacters) throw damaged();
      parser.write(piece);
    },
    end: (last: string) => parser.write(last).close(),
  };
}

export const localName = (name: string) => name.slice(name.indexOf(":") + 1);

function decoderFor([first, second]: Uint8Array) {
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding, { fatal: true });
}

function createYield() {
  let yieldedAt = performance.now();
  return async () => {
    if (performance.now() - yieldedAt < yieldEveryMs) return;
    await new Promise((resolve) => setTimeout(resolve));
    yieldedAt = performance.now();
  };
}
