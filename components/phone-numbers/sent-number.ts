import type { RawAnswer } from "@/lib/client/answer";
import { type Drift, driftOf } from "@/lib/contract/drift";
import { isPlainObject } from "@/lib/contract/json";
import { listPhoneNumbers, type PhoneNumber } from "@/lib/contract/phone-numbers";

/** One number of a list as it was sent, and in what it differs from the API contract. */
export function sentNumber(answers: readonly RawAnswer[], number: PhoneNumber): { record: unknown; drift: Drift[] } {
  const raw = answers.flatMap((answer) => itemsOf(answer.raw)).find((item) => isSame(item, number));
  if (!raw) return { record: number, drift: [] };
  const alone = { items: [raw], total: 1, page: 1, limit: 1 };
  const drift = driftOf(listPhoneNumbers, alone).map((each) => ({
    ...each,
    path: each.path.replace(/^items\[\]\.?/, ""),
  }));
  return { record: raw, drift };
}

const isSame = (item: Record<string, unknown>, { id, phone_number }: PhoneNumber) =>
  typeof id === "string" ? item.id === id : item.phone_number === phone_number;

function itemsOf(raw: unknown) {
  const items = isPlainObject(raw) ? raw.items : raw;
  return Array.isArray(items) ? items.filter(isPlainObject) : [];
}
