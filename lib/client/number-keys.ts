import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { uniqueKeys } from "./unique-keys";

/** What each number goes by in the address and in the table; of those that share an ID, only the first has it bare. */
export function numberKeys(numbers: readonly PhoneNumber[]): ReadonlyMap<PhoneNumber, string> {
  const all = [...new Set(numbers)];
  const keys = uniqueKeys(all.map(({ id, phone_number }) => id || phone_number || "no ID"));
  return new Map(all.map((number, at) => [number, keys[at] ?? ""]));
}
