import { assistant } from "@/lib/contract/assistants";
import { isEnvelope } from "@/lib/contract/fields";
import { isPlainObject } from "@/lib/contract/json";

/** The record as it was sent, out of its envelope where it came in one. */
export const sentRecord = (raw: unknown): unknown => (isPlainObject(raw) && isEnvelope(raw) ? raw.data : raw);

/** What came that the API contract does not list, at the record's top; undefined where nothing did. */
export function unlistedFields(raw: unknown): Record<string, unknown> | undefined {
  const record = sentRecord(raw);
  if (!isPlainObject(record)) return undefined;
  const extra = Object.entries(record).filter(([key]) => !Object.hasOwn(assistant.shape, key));
  return extra.length > 0 ? Object.fromEntries(extra) : undefined;
}
