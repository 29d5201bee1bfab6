import { type FileAnswer, type Operation, resourceOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { stringifyJson } from "@/lib/format/json";
import { holdsMask, maskNumbers, maskNumbersIn } from "@/lib/format/mask-numbers";
import type { ParsedAnswer } from "./parse-response";
import type { Upstream } from "./upstream";

/** The account's own numbers, which are nobody's private data. */
const ownNumbers = new Set(["phone-numbers", "assistant-numbers"]);

/** An answer with masked phone numbers. */
export async function maskedAnswer<Answer extends ParsedAnswer>(
  op: Operation,
  answer: Answer,
  upstream: Pick<Upstream, "mask">,
): Promise<Answer> {
  if (ownNumbers.has(resourceOf(op))) return answer;
  const { raw, read, drift } = maskNumbers({ raw: answer.raw, read: answer.read, drift: answer.drift }) as ParsedAnswer;
  const masked = { ...answer, raw, drift, text: stringifyJson(raw), ...("read" in answer ? { read } : {}) };
  return answer.body ? { ...masked, body: await upstream.mask(op, answer.body) } : masked;
}

/** Masking a longer text would delay others, so a thread does it. */
const longText = 64 * 1024;

/** A file whose texts have masked phone numbers. No text that is written may end inside a number. */
export function maskedFile(op: Operation, file: FileAnswer, upstream: Pick<Upstream, "maskText">): FileAnswer {
  async function masked(part: string | Uint8Array) {
    const text = typeof part === "string" ? part : Buffer.from(part).toString();
    return text.length > longText ? upstream.maskText(op, text) : maskNumbersIn(text);
  }
  return { ...file, send: (write) => file.send(async (part) => write(await masked(part))) };
}

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
