import { comparableText } from "@/lib/format/comparable-text";
export type TypeToConfirm = { text: string; label: string };

const longestTyped = 60;

/** The record's name, or the end of its ID if the name cannot be typed. */
export function typeToConfirm(noun: string, id: string, name: string | null | undefined): TypeToConfirm {
  const text = name?.trim().replace(/\s+/g, " ") ?? "";
  if (text !== "" && text.length <= longestTyped && !cannotBeTyped.test(text))
    return { text, label: `Type the ${noun}’s name to confirm` };
  const end = [...id].slice(-4).join("");
  return { text: end, label: `Type the end of the ${noun}’s ID to confirm` };
}

/** Control characters, and marks that turn the direction of a text around. */
const cannotBeTyped = /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

export const isTyped = (typed: string, { text }: TypeToConfirm) => comparableText(typed) === comparableText(text);
