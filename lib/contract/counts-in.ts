import { isUploadCount } from "@/lib/contract/upload-counts";
import { isPlainObject } from "@/lib/format/json";

/**
 * Removes contact data from the response to a contact list. Returns its counts, flags and nulls as JSON text. Texts are dropped.
 * Lists are dropped too, except that a list of counted items, such as `errors`, becomes its length. Null if nothing remains or
 * the response is not JSON.
 */
export function countsIn(answer: string | null): string | null {
  try {
    const counts = answer === null ? undefined : countsOf(JSON.parse(answer), maxDepth);
    return counts === undefined ? null : JSON.stringify(counts);
  } catch {
    return null;
  }
}

const maxDepth = 8;

function countsOf(value: unknown, levels: number): unknown {
  if (typeof value === "number") return isCount(value) ? value : undefined;
  if (typeof value === "boolean" || value === null) return value;
  if (!isPlainObject(value) || levels === 0) return undefined;
  const counts = Object.entries(value)
    .filter(([name]) => isFieldName(name))
    .map(([name, field]) => [name, isCountedList(name, field) ? field.length : countsOf(field, levels - 1)] as const)
    .filter(([, count]) => count !== undefined);
  return counts.length > 0 ? Object.fromEntries(counts) : undefined;
}

const isCountedList = (name: string, value: unknown): value is unknown[] => Array.isArray(value) && isUploadCount(name);

/** Nine digits are enough for the bytes of the largest list. Phone numbers with a country code are longer. */
const isCount = (value: number) => Math.abs(value) < 1e9;

/** Rejects keys that can be a phone number or a person's name. `total_rows` and `isValid` cannot. */
const isFieldName = (name: string) => /^[a-z][A-Za-z_]{0,39}$/.test(name);
