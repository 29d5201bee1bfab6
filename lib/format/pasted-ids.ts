import { cleanText } from "./comparable-text";

const maxPasted = 50;

/** The IDs in a pasted text, without the quotes, brackets and commas around them. Empty if a part is no ID. */
export function pastedIds(text: string): string[] {
  const parts = cleanText(text)
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^["'`“”‘’<([{]+|["'`“”‘’>)\]}.:]+$/g, ""));
  const ids = [...new Set(parts.filter((part) => part !== ""))];
  return ids.length <= maxPasted && ids.every(isPlainId) ? ids : [];
}

/** Dates, times and plain words are searched as text. */
const isPlainId = (text: string) => /^[\w-]{6,}$/.test(text) && /\d/.test(text) && /[a-z_]/i.test(text);
