import { isUploadCount } from "@/lib/contract/upload-counts";
import { isPlainObject } from "@/lib/format/json";

/**
 * What can be no contact in the answer to a contact list: its counts, flags and nulls under their names, as JSON text.
 * Every text is left out, and every list too: of one that counts something, such as `errors`, its length is kept. Null where nothing remains, or where the answer cannot be read.
 */
export function countsIn(answer: string | null): string | null {
  try {
    const counts = answer === null ? undefined : countsOf(JSON.parse(answer), deepest);
    return counts === undefined ? null : JSON.stringify(counts);
  } catch {
    return null;
  }
}

const deepest = 8;

function countsOf(value: unknown, levels: number): unknown {
  if (typeof value === "number") return isCount(value) ? value : undefined;
  if (typeof value === "boolean" || value === null) return value;
  if (!isPlainObject(value) || levels === 0) return undefined;
  const counts = Object.entries(value)
    .filter(([name]) => isFieldName(name))
    .map(([name, each]) => [name, isCounting(name, each) ? each.length : countsOf(each, levels - 1)] as const)
    .filter(([, each]) => each !== undefined);
  return counts.length > 0 ? Object.fromEntries(counts) : undefined;
}

const isCounting = (name: string, value: unknown): value is unknown[] => Array.isArray(value) && isUploadCount(name);

/** Nine digits are enough for the bytes of the largest list; a phone number with its country has more. */
const isCount = (value: number) => Math.abs(value) < 1e9;

/** An object may be keyed by number or by name; `total_rows` and `isValid` are neither. */
const isFieldName = (name: string) => /^[a-z][A-Za-z_]{0,39}$/.test(name);
