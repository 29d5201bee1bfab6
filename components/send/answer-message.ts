import { isPlainObject, parseJson } from "@/lib/format/json";
import { plainMessage } from "@/lib/format/plain-message";

export function messageOf(raw: unknown): string | undefined {
  if (!isPlainObject(raw)) return undefined;
  const { message, data } = raw;
  return plainMessage(message) ?? (isPlainObject(data) ? plainMessage(data.message) : undefined);
}

/** Parses a stored answer as JSON. Truncated or other text stays text. */
export function answerBody(text: string): { json: unknown } | { text: string } {
  try {
    return { json: parseJson(text) };
  } catch {
    return { text };
  }
}
