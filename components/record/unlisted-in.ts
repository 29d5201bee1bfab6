import type { Fields } from "@/lib/contract/fields";
import { isPlainObject } from "@/lib/format/json";

/** What a record as it was sent holds beyond the fields that the API document lists; undefined where that is nothing. */
export function unlistedIn(sent: unknown, listed: Fields): Record<string, unknown> | undefined {
  if (!isPlainObject(sent)) return undefined;
  const others = Object.entries(sent).filter(([key]) => !Object.hasOwn(listed, key));
  return others.length > 0 ? Object.fromEntries(others) : undefined;
}
