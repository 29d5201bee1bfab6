import { once } from "node:events";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { FileStream } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { createConcurrencyLimit } from "@/lib/http/concurrency-limit";
import { plainHeaders } from "@/lib/http/refuse";

/** None waits, because the browser would show nothing meanwhile. */
export const createExportLimit = () =>
  createConcurrencyLimit({
    atOnce: 8,
    perKey: 1,
    waiting: 0,
    sentence: "Only one file per person, and eight in total, can be exported at once. Try again when one is done.",
  });

const pieceBytes = 16 * 1024;
const paceBytes = 64 * 1024;
const defaultPaceMs = 30_000;

type SendOptions = {
  headers: IncomingHttpHeaders;
  requestId: string;
  signal: AbortSignal;
  /** The browser must read `paceBytes` within this time. */
  paceMs?: number | undefined;
};

/** Streams a file with backpressure. An error destroys the connection, so that the file does not look complete. */
export async function sendFile(response: ServerResponse, file: FileStream, options: SendOptions) {
  const { headers, requestId, paceMs = defaultPaceMs } = options;
  const isGzip = /\bgzip\b(?!\s*;\s*q=0)/i.test(String(headers["accept-encoding"] ?? ""));
  const body = isGzip ? createGzip({ level: 4 }) : new PassThrough();
  response.writeHead(200, {
    ...plainHeaders(requestId),
    "content-type": file.contentType,
    "content-disposition": `attachment; filename="${file.name}"`,
    ...(isGzip ? { "content-encoding": "gzip" } : {}),
    vary: "accept-encoding",
  });
  const pace = watchReader(response, paceMs);
  const signal = AbortSignal.any([options.signal, pace.signal]);
  const sent = pipeline(body, pace.pieces, response, { signal });
  sent.catch(ignoreDuplicate);
  const whyEnded = () => (signal.aborted ? signal.reason : browserGone());
  try {
    await file.send(async (text) => {
      if (body.destroyed) throw whyEnded();
      if (!body.write(text)) await Promise.race([once(body, "drain"), sent]).catch(() => Promise.reject(whyEnded()));
    });
    body.end();
    await sent;
  } catch {
    response.destroy();
  } finally {
    pace.stop();
  }
}

/** Aborts when the browser reads too slowly. Time in which it waits for us does not count. */
function watchReader(response: ServerResponse, paceMs: number) {
  const tooSlow = new AbortController();
  let bytes = 0;
  const timer = setInterval(() => {
    if (response.writableNeedDrain && bytes < paceBytes) tooSlow.abort(readTooSlowly());
    bytes = 0;
  }, paceMs).unref();
  return {
    signal: tooSlow.signal,
    async *pieces(source: AsyncIterable<Buffer>) {
      for await (const chunk of source)
        for (let start = 0; start < chunk.length; start += pieceBytes) {
          const piece = chunk.subarray(start, start + pieceBytes);
          yield piece;
          bytes += piece.length;
        }
    },
    stop: () => clearInterval(timer),
  };
}

/** `await sent` reports the same error. Before that, it must not be an unhandled rejection. */
const ignoreDuplicate = () => {};

const readTooSlowly = () => new Problem("offline", "The browser read the file too slowly. The export was stopped.");

const browserGone = () => new Problem("offline", "The browser left before the end of the file.");
