import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem, refused } from "@/lib/contract/problem";
import { attempt } from "@/lib/format/attempt";
import { isPlainObject, parseJson } from "@/lib/format/json";

type Limits = { largestBytes: number; withinMs?: number | undefined };

/** Reads the body as a JSON object; an empty body is `{}`. Throws a Problem if it is invalid, too large or too late. */
export async function jsonBody(request: IncomingMessage, { largestBytes, withinMs = 10_000 }: Limits) {
  const stopTimer = new AbortController();
  const timeout = sleep(withinMs, undefined, { signal: stopTimer.signal, ref: false }).then(() => {
    throw refused("bad_input", "The request did not arrive whole in time.", { status: 408 });
  });
  const body = textOf(request, largestBytes).catch((error: unknown) => {
    throw error instanceof Problem ? error : refused("bad_input", "The request broke off.");
  });
  const text = await Promise.race([body, timeout]).finally(() => stopTimer.abort());
  return text === "" ? {} : objectIn(text);
}

async function textOf(request: IncomingMessage, largestBytes: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBytes) throw refused("too_large", "The request is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function objectIn(text: string): Record<string, unknown> {
  const body = attempt(() => parseJson(text));
  if (isPlainObject(body)) return body;
  throw refused("bad_input", "The request was not understood.");
}
