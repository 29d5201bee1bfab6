import { lineBreaks } from "@/lib/contacts/line-breaks";
import type { RowStatus } from "@/lib/contacts/validate/row-status";

/** Text of a cell without spreadsheet guards and invisible characters, and with ASCII digits. */
export function normalizePhoneText(cell: string) {
  const text = cell
    .replace(lineBreaks, "\n")
    .replace(invisible, "")
    .trim()
    .replace(/^="(.*)"$/, "$1")
    .replace(/^'/, "");
  const latin = /^[\x20-\x7e]*$/.test(text) ? text : text.normalize("NFKC").replace(otherDigits, latinDigit);
  // Programs that treat numbers as quantities add decimals to whole numbers.
  return latin.trim().replace(/^(\+?\d+)\.0+$/, "$1");
}

const invisible = /(?!\n)[\p{Cc}\p{Cf}]/gu;
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g;
const latinDigit = (digit: string) => String((digit.charCodeAt(0) - (digit < "\u0966" ? 0 : 6)) & 15);

export const extension = /(\d)[^\da-z+]*(?:extension|ext\.?|[x#]|;ext=)\s*:?\s*\d{1,7}$/i;

export const decimal = /^[1-9]\d*\.\d+$/;

/** Number as a spreadsheet shortens it: "4.47911E+11". */
export const scientificNotation = /^\+?\d+(?:[.,]\d+)?e\+?\d+$/i;

const date = /^\d{4}-\d\d-\d\d(?:[T\s]|$)/;

export function damageOf(text: string): RowStatus | undefined {
  const isPlainText = /^[+\d\s().-]*$/.test(text) && !text.includes("+", 1);
  if (isPlainText) return date.test(text) ? "excel" : undefined;
  if (scientificNotation.test(text) || date.test(text) || text.startsWith("#")) return "excel";
  if (extension.test(text)) return "extension";
  return hasSeveral(text.split(/[/;,|&]|\s(?:or|and|oder|und|et|o|y)\s|\s(?=\+)/i)) ? "several" : undefined;
}

export const hasSeveral = (parts: readonly string[]) =>
  parts.filter((part) => digitsIn(part) >= minFullDigits).length > 1;

export const digitsIn = (text: string) => text.replace(/\D/g, "").length;

const minFullDigits = 7;
