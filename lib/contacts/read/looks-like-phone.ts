import { normalizePhoneText } from "@/lib/numbers/phone-text";

/** True if a cell may be a phone number without other text. */
export const looksLikePhone = (cell: string) => {
  const text = asciiText.test(cell) ? cell.trim() : normalizePhoneText(cell);
  return text.length <= 30 && /^[+'"=(\d][\s\d().\-/"']{5,}$/.test(text) && text.replace(/\D/g, "").length >= 7;
};

const asciiText = /^[\x20-\x7e]*$/;
