import { type FileAnswer, type FileStream, type Operation, resourceOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
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

/** A file whose rows become text, masked by field if the person does not see numbers. */
export const fileStream = (file: FileAnswer, isMasked: boolean): FileStream => ({
  ...file,
  send: (write) =>
    file.send((part) => {
      if (typeof part === "string" || part instanceof Uint8Array)
        return write(isMasked ? maskNumbersIn(typeof part === "string" ? part : Buffer.from(part).toString()) : part);
      const { rows, lineOf, valuesOf = (row) => row } = part;
      const shown = isMasked ? rows.map((row) => maskNumbers(valuesOf(row))).filter(isPlainObject) : rows;
      return write(shown.map(lineOf).join(""));
    }),
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
