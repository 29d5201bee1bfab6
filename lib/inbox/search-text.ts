/** Digits of a searched number in national or international form; undefined if it has fewer than four or is no number. */
export function numberText(text: string): string | undefined {
  if (!/^\+?[\d\s().\-/]+$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, "").replace(/^0+/, "");
  return digits.length >= 4 ? digits : undefined;
}

/** A pattern for ILIKE that finds a text anywhere. */
export const textPattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
