import type { SearchedNumber } from "@/lib/contract/console/inbox/found-calls";
import { latinDigits } from "@/lib/format/latin-digits";
import { spellingsOf } from "./line";
import { knownWith } from "./number-at";
import { extension } from "./phone-text";
import { digitsWithoutCode, readNumber } from "./read-number";

const fewestDigits = 4;
/** A national number without its country and extension. Fewer digits can have zeros before them that are stored. */
const fewestNationalDigits = 7;

/** How a searched text is read: as a whole number, as a part of one, or not at all. Undefined for other text. */
export function searchedNumber(text: string): SearchedNumber | undefined {
  const reading = readNumber(text);
  if (!reading.fault && isWholeNumber(reading)) return { is: "whole", digits: reading.number.slice(1) };
  const written = latinDigits(text)
    .replace(/[\p{Cf}\p{M}]/gu, "")
    .replace(extension, "$1");
  const digits = written.replace(/\D/g, "");
  if (!isOnlyNumber.test(written) || digits.length < fewestDigits) return undefined;
  if (reading.fault === "several" || withoutZeros(digits).length > longestNumber)
    return { is: "unread", fault: reading.fault === "several" ? "several" : "unreadable" };
  const national = withoutZeros(digitsWithoutCode(text) ?? "");
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

/** Digits and signs, with at most one word before them and one behind: "Tel. 030 … (Büro)". */
const isOnlyNumber = /^\P{L}*(?:\p{L}{1,10}[.:\s]\P{L}*)?(?:(?<=\d{2})[\s(]+\p{L}{1,10}[.)\s]*)?$/u;

/**
 * All numbers, as digits, that a searched text means as a whole. Without a plus it can be one of several countries:
 * (51) 98765-4321 is dialled in Brazil, and +51 98765 4321 is a number in Peru.
 */
export function numbersMeant(text: string, searched = searchedNumber(text)): readonly string[] {
  if (!searched || searched.is === "unread") return [];
  const digits = digitsWithoutCode(text) ?? "";
  const dialled = digits.length < fewestNationalDigits ? [] : knownWith(digits).flatMap(spellingsOf);
  return [...new Set([...(searched.is === "whole" ? spellingsOf(searched.digits) : []), ...dialled])];
}

/** Parts of stored numbers that a search means: national and "00" prefixes are not stored. */
export const partsMeant = (digits: string): readonly string[] =>
  [...new Set([digits, withoutZeros(digits)])].filter((part) => part.length >= fewestDigits);

/** The four digits that a masked number shows, if the text is no more than them. */
export const lastFourIn = (text: string) => /^[\s•.…*x-]*(\d{4})\s*$/i.exec(text)?.[1];
