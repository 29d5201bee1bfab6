import { isPlainObject, parseJson } from "@/lib/format/json";
import { plainMessage } from "@/lib/format/plain-message";

/** The API's own message in an answer, where it sent one. */
export function messageOf(raw: unknown): string | undefined {
  if (!isPlainObject(raw)) return undefined;
  const { message, data } = raw;
  return plainMessage(message) ?? (isPlainObject(data) ? plainMessage(data.message) : undefined);
}

/** The kept text of an answer, read as JSON where it is JSON. A shortened one is not, and stays text. */
export function answerBody(text: string): { json: unknown } | { text: string } {
  try {
    return { json: parseJson(text) };
  } catch {
    return { text };
  }
}
