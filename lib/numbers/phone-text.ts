import { latinDigits } from "@/lib/format/latin-digits";
import { lineBreaks } from "@/lib/format/line-breaks";
import type { PhoneStatus } from "./phone-status";

/** Text of a cell without spreadsheet guards and invisible characters, and with ASCII digits. */
export function normalizePhoneText(cell: string) {
  const text = cell
    .replace(lineBreaks, "\n")
    .replace(invisible, "")
    .trim()
    .replace(/^="(.*)"$/, "$1")
    .replace(/^'/, "");
  // Programs that treat numbers as quantities add decimals to whole numbers.
  return latinDigits(text)
    .trim()
    .replace(/^(\+?\d+)\.0+$/, "$1");
}

const invisible = /(?!\n)[\p{Cc}\p{Cf}]/gu;

export const extension = /(\d)[^\da-z+]*(?:extension|ext\.?|[x#]|;ext=)\s*:?\s*\d{1,7}$/i;

export const decimal = /^[1-9]\d*\.\d+$/;

/** Number as a spreadsheet shortens it: "4.47911E+11". */
export const scientificNotation = /^\+?\d+(?:[.,]\d+)?e\+?\d+$/i;

const day = "(?:0?[1-9]|[12]\\d|3[01])";
const year = "(?:19|20)\\d\\d";
const sign = "\\s*[-./\u2010-\u2015\u2212]\\s*";
const monthName = "\\p{L}{3,10}";
const dateForms = [
  `${year}${sign}${day}(?:${sign}${day})?`,
  `${day}${sign}${day}${sign}(?:${year}|['’]?\\d\\d)`,
  `(?:${day}${sign}|${year}${sign})${year}`,
  `${year}${sign}\\d\\d`,
  `${day}(?:st|nd|rd|th|er)?[\\s.\\-/]*(?:de\\s+|of\\s+)?${monthName}[\\s.,\\-/]*(?:del?\\s+)?(?:${year}|['’]?\\d\\d)`,
  `${monthName}\\.?[\\s\\-]*${day}(?:st|nd|rd|th)?[,\\s]\\s*${year}`,
];
const time = "[T\\s,]+\\d{1,2}[:.h]\\d\\d.*";
const date = new RegExp(`^(?:\\p{L}{2,10}[.,]*\\s+)?(?:${dateForms.join("|")})\\.?(?:${time})?$`, "su");

/** True for a date in any usual spelling, and for a span of years. */
export const isDate = (text: string) => text.length <= longestDate && date.test(text);

const longestDate = 40;

/** True for ten digits in the form of a North American number, with or without a 1 in front. */
export const isNorthAmerican = (digits: string) => /^1?[2-9]\d\d[2-9]\d{6}$/.test(digits);

export function damageOf(text: string): PhoneStatus | undefined {
  if (isDate(text)) return "date";
  const isPlainText = /^[+\d\s().-]*$/.test(text) && !text.includes("+", 1);
  if (isPlainText) return undefined;
  if (scientificNotation.test(text) || text.startsWith("#")) return "excel";
  if (extension.test(text)) return "extension";
  return hasSeveral(text.split(/[/;,|&]|\s(?:or|and|oder|und|et|o|y)\s|\s(?=\+)/i)) ? "several" : undefined;
}

export const hasSeveral = (parts: readonly string[]) =>
  parts.filter((part) => digitsIn(part) >= minFullDigits).length > 1;

export const digitsIn = (text: string) => text.replace(/\D/g, "").length;

const minFullDigits = 7;
