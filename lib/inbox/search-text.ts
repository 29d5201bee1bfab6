import { type AnyColumn, like, or, type SQL, sql } from "drizzle-orm";
import type { SearchedNumber } from "@/lib/contract/console/inbox/found-calls";
import { latinDigits } from "@/lib/format/latin-digits";
import { spellingsOf } from "@/lib/numbers/line";
import { nationalDigits, readNumber } from "@/lib/numbers/read-number";

/** In a query: true if a column holds the digits of this number. */
export const isNumber = (column: AnyColumn | SQL, digits: string) =>
  sql`${column} = any(${`{${spellingsOf(digits).join(",")}}`}::text[])`;

const fewestDigits = 4;
/** A national number without its country and extension. Fewer digits can have zeros before them that are stored. */
const fewestNationalDigits = 7;

/** How a searched text is read: as a whole number, as a part of one, or not at all. Undefined for other text. */
export function searchedNumber(text: string): SearchedNumber | undefined {
  const reading = readNumber(text);
  if (!reading.fault && isWholeNumber(reading)) return { is: "whole", digits: reading.number.slice(1) };
  const written = latinDigits(text).replace(/\p{Cf}/gu, "");
  const digits = written.replace(/\D/g, "");
  if (!isOnlyNumber.test(written) || digits.length < fewestDigits) return undefined;
  if (reading.fault === "several" || withoutZeros(digits).length > longestNumber)
    return { is: "unread", fault: reading.fault === "several" ? "several" : "unreadable" };
  const national = nationalDigits(text) ?? "";
  const isNational = reading.fault === "no_country" && national.length >= fewestNationalDigits;
  return { is: "part", digits: isNational ? national : digits };
}

/** A few digits after a country code that are in no known range can be the beginning of a number that is being typed. */
const isWholeNumber = ({ number, kind }: { number: string; kind: string }) =>
  kind !== "unknown" || number.length > fewestUnknownDigits;

/** National and "00" prefixes are not stored. */
const withoutZeros = (digits: string) => digits.replace(/^0+/, "");
const longestNumber = 15;
const fewestUnknownDigits = 10;

/** Digits and signs, with at most one word before them, such as "Tel." */
const isOnlyNumber = /^\P{L}*(?:\p{L}{1,10}[.:\s]\P{L}*)?$/u;

/** In a query: true if a column of digits holds the searched number. Undefined for a text that is no number. */
export function hasNumber(column: AnyColumn, text: string): SQL | undefined {
  const searched = searchedNumber(text);
  if (!searched || searched.is === "unread") return undefined;
  if (searched.is === "whole") return isNumber(column, searched.digits);
  const { digits } = searched;
  const parts = [digits, withoutZeros(digits)].filter((part) => part.length >= fewestDigits);
  return or(...parts.map((part) => like(column, `%${part}%`)));
}

/** A pattern for ILIKE that finds a text anywhere. */
export const textPattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
