export type TypeToConfirm = { text: string; label: string };

const longestTyped = 60;

/** The record's name, or the end of its ID if the name cannot be typed. */
export function typeToConfirm(noun: string, id: string, name: string | null | undefined): TypeToConfirm {
  const text = name?.trim().replace(/\s+/g, " ") ?? "";
  if (text !== "" && text.length <= longestTyped && !/\p{C}/u.test(text))
    return { text, label: `Type the ${noun}’s name to confirm` };
  const end = [...id].slice(-4).join("");
  return { text: end, label: `Type the end of the ${noun}’s ID to confirm` };
}

export const isTyped = (typed: string, { text }: TypeToConfirm) => typed.trim().replace(/\s+/g, " ") === text;
