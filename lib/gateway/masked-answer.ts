import { type FileAnswer, type FileStream, type Operation, resourceOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { FileTitle } from "@/lib/format/export-name";
import { isPlainObject, stringifyJson } from "@/lib/format/json";
import { holdsMask } from "@/lib/format/mask-sign";
import { maskNumbers, maskNumbersIn } from "@/lib/numbers/mask-numbers";
import type { ParsedAnswer } from "./parse-response";
import { type AnswerSeal, standInOf } from "./stand-ins";
import type { Upstream } from "./upstream";

/** The account's own numbers, which are nobody's private data. */
const ownNumbers = new Set(["phone-numbers", "assistant-numbers"]);

type MaskOptions = { upstream: Pick<Upstream, "mask">; seal: AnswerSeal };

/** An answer with masked phone numbers. IDs that hold one get a stand-in. */
export async function maskedAnswer<Answer extends ParsedAnswer>(
  op: Operation,
  answer: Answer,
  { upstream, seal }: MaskOptions,
): Promise<Answer> {
  if (ownNumbers.has(resourceOf(op))) return answer;
  const value = { raw: answer.raw, read: answer.read, drift: answer.drift };
  const { raw, read, drift } = maskNumbers(value, standInOf(seal)) as ParsedAnswer;
  const kept = withCursor(raw, answer.raw);
  const masked = { ...answer, raw: kept, drift, text: stringifyJson(kept), ...("read" in answer ? { read } : {}) };
  return answer.body ? { ...masked, body: await upstream.mask(op, answer.body, seal) } : masked;
}

/** A sealed cursor is no ID and no number. */
const withCursor = (masked: unknown, answer: unknown) =>
  isPlainObject(masked) && isPlainObject(answer) && "next" in answer ? { ...masked, next: answer.next } : masked;

/** Masking a longer text would delay others, so a thread does it. */
const longText = 64 * 1024;

/**
 * A file whose rows become text. With `maskLong`, which masks long texts in another thread, numbers are masked, in rows by field.
 * No text that is written may end inside a number.
 */
export function fileStream<File extends Omit<FileAnswer, "title">>(
  file: File,
  maskLong?: (text: string) => Promise<string>,
): Omit<File, "send"> & Omit<FileStream, "name"> {
  async function streamed(part: Parameters<Parameters<FileAnswer["send"]>[0]>[0]) {
    if (typeof part === "string" || part instanceof Uint8Array) {
      if (!maskLong) return part;
      const text = typeof part === "string" ? part : Buffer.from(part).toString();
      return text.length > longText ? maskLong(text) : maskNumbersIn(text);
    }
    const { rows, lineOf, valuesOf = (row) => row } = part;
    const shown = maskLong ? rows.map((row) => maskNumbers(valuesOf(row))).filter(isPlainObject) : rows;
    return shown.map(lineOf).join("");
  }
  return { ...file, send: (write) => file.send(async (part) => write(await streamed(part))) };
}

/** The name of a campaign can hold a number. */
export const maskedTitle = ({ parts, ...title }: FileTitle): FileTitle => ({
  ...title,
  parts: parts.map((part) => part && maskNumbersIn(part)),
});

export function maskedProblem(problem: Problem): Problem {
  const { code, message, status, outcome, retryAfterSeconds, upstream, cause, requestId } = problem;
  const hidden = { upstream: maskNumbers(upstream) as typeof upstream, retryAfterSeconds, requestId, cause };
  return new Problem(code, maskNumbersIn(message), { status, outcome, ...hidden });
}

/** A masked number would find nobody, or somebody else. */
export function refuseMasked(input: Record<string, unknown>) {
  if (holdsMask(input))
    throw new Problem("bad_input", "Part of this phone number is hidden. Show phone numbers first, or type all of it.");
}
