import type { Answer } from "@/lib/client/answer";
import { type listPhoneNumbers, type PhoneNumber, phoneNumber } from "@/lib/contract/api/phone-numbers";
import type { Drift } from "@/lib/contract/drift";
import type { OutputOf } from "@/lib/contract/operation";
import { parseAnswer } from "@/lib/contract/parse-answer";
import { isPlainObject } from "@/lib/format/json";

type NumbersAnswer = Pick<Answer<OutputOf<typeof listPhoneNumbers>>, "raw" | "value">;

/** One number of a list as it was sent, found by its place in the answer, and in what it differs from the API contract. */
export function sentNumber(
  answers: readonly NumbersAnswer[],
  number: PhoneNumber,
): { record: unknown; drift: Drift[] } {
  const answer = answers.find(({ value }) => value.items.includes(number));
  if (!answer) return { record: number, drift: [] };
  const record = itemsOf(answer.raw)[answer.value.items.indexOf(number)];
  return { record, drift: parseAnswer(phoneNumber, record)?.drift ?? [] };
}

function itemsOf(raw: unknown): unknown[] {
  const items = isPlainObject(raw) ? raw.items : raw;
  return Array.isArray(items) ? items : [];
}
