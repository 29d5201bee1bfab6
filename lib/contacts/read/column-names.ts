import type { Column } from "@/lib/contacts/engine";
import type { Mapping } from "@/lib/contacts/plan";
import { looksLikePhone } from "@/lib/contacts/validate/check";
import {
  ambiguousNames,
  firstNames,
  isHalfNameHeader,
  isOtherHeader,
  lastNames,
  leadingLastNames,
  normalizeHeader,
  phoneNames,
  wholeNames,
} from "./header-names";

/** What the files of rows that are not sent say about a row: columns behind the list's own, in this order. */
export const reportColumns = ["row", "problem", "suggestion"];

export type MappingGuess = { mapping: Mapping; isCertain: boolean; guessed: { phone: boolean; name: boolean } };

/** Which columns hold numbers and names: by the API's own names, by like ones, by what is in them. Never by chance. */
export function guessMapping(all: readonly Column[], rows: Rows): MappingGuess {
  const columns = all.slice(0, originalColumnCount(all.map(({ name }) => name)));
  const list: List = { columns, rows, names: columns.map(({ name }) => normalizeHeader(name)) };
  const phones = firstFound(
    named(list, "phonenumber"),
    filledFirst(columns, named(list, phoneNames)),
    holding(list, looksLikePhone),
  );
  const phone = phones.length === 1 ? (phones[0] ?? -1) : -1;
  const { name, isFound, isDoubtful } = guessName(list, phone);
  const [isPhoneExact, isNameExact] = [isExact(columns, "phone_number"), isExact(columns, "name") && !isDoubtful];
  // What the workbook does not show may not be what is meant.
  const [isPhoneHidden, isNameHidden] = [[phone], name].map((all) => all.some((at) => columns[at]?.isHidden));
  return {
    mapping: { phone, name },
    isCertain: isPhoneExact && isNameExact && !isPhoneHidden && !isNameHidden,
    guessed: {
      phone: phones.length > 0 && (!isPhoneExact || isPhoneHidden === true),
      name: isFound && (!isNameExact || isNameHidden === true),
    },
  };
}

type Rows = readonly (readonly string[])[];

/** The columns of a file, their plain names and the first rows. */
type List = { columns: readonly Column[]; names: readonly string[]; rows: Rows };

type NameGuess = {
  /** Empty if a person must choose. */
  name: readonly number[];
  /** Whether any column could hold names. */
  isFound: boolean;
  /** Whether another column may be meant too, or hold the other half of the name. */
  isDoubtful: boolean;
};

function guessName(list: List, phone: number): NameGuess {
  const { columns, names } = list;
  const isFilled = (at: number) => columns[at]?.samples.length;
  const [firsts = [], lasts = []] = [firstNames, lastNames].map((half) => filledFirst(columns, named(list, half)));
  const wholes = firstFound(
    named(list, "name"),
    filledFirst(columns, named(list, new Set([...wholeNames, ...ambiguousNames]))),
  );
  const halves = [...firsts, ...lasts];
  const isPair = firsts.length === 1 && lasts.length === 1;
  if (isPair && (wholes.length === 0 || halves.every(isFilled)))
    return { name: inOrder(names, halves), isFound: true, isDoubtful: true };
  const found = firstFound(wholes, halves);
  // With no number found a column of words may be anything.
  const likely = found.length > 0 || phone === -1 ? found : holding(list, looksLikeName).filter((at) => at !== phone);
  const [column = -1] = likely;
  if (likely.length !== 1) return { name: [], isFound: likely.length > 0, isDoubtful: likely.length > 1 };
  const others = otherHalves(list, column, phone);
  const name = withOtherHalf(list, column, others);
  return { name, isFound: true, isDoubtful: others.length > 0 || names.some(isHalfNameHeader) };
}

/** The columns that may hold the other half of the names in one: by their header, or if it says nothing by their words. */
function otherHalves({ columns, names, rows }: List, column: number, phone: number): number[] {
  const isSingle = shareOf(rows, column, isSingleWord) >= 0.5;
  return columns.flatMap(({ samples }, at) => {
    const name = names[at] ?? "";
    if (at === column || at === phone || samples.length === 0) return [];
    return isHalfNameHeader(name) || (isSingle && !isOtherHeader(name) && holdsPersons(rows, column, at)) ? [at] : [];
  });
}

const isSingleWord = (cell: string) => !/\s/.test(cell.trim());

const fewWords = 8;

/** Whether a column's words are written like names. Yes and no, or the few words of a status, are too few different ones. */
function holdsPersons(rows: Rows, column: number, at: number): boolean {
  const both = pairsOf(rows, column, at);
  const like = both.filter(([name, other]) => personWords.test(other) && (!isLower(other) || isLower(name)));
  const different = new Set(like.map(([, other]) => other)).size;
  return like.length >= both.length / 2 && different >= Math.min(both.length / 2, fewWords);
}

const personWords = /^\p{L}[\p{L}\p{M}'’.-]*(?: \p{L}[\p{L}\p{M}'’.-]*){0,2}$/u;
const isLower = (text: string) => text === text.toLowerCase() && text !== text.toUpperCase();

/** The column alone if it holds the other halves too, with the one that completes it, or none if a person must choose. */
function withOtherHalf({ names, rows }: List, column: number, others: readonly number[]): readonly number[] {
  const shareWith = (at: number, is: (name: string, other: string) => boolean) => {
    const both = pairsOf(rows, column, at);
    return both.filter(([name, other]) => is(wordsOf(name), wordsOf(other))).length / both.length;
  };
  if (others.every((at) => shareWith(at, (name, other) => name.includes(other)) >= 0.9)) return [column];
  const [other = -1, ...more] = others;
  const isFirst = firstNames.has(names[other] ?? "");
  const isNamed = wholeNames.has(names[column] ?? "") && (isFirst || lastNames.has(names[other] ?? ""));
  const isApart =
    shareWith(other, (name, half) => name.includes(half.trim())) <= 0.1 && shareOf(rows, column, isSingleWord) >= 0.5;
  if (more.length > 0 || !isNamed || !isApart) return [];
  return inOrder(names, isFirst ? [other, column] : [column, other]);
}

const wordsOf = (text: string) => ` ${text.toLowerCase().replace(/[\s,]+/g, " ")} `;

/** First and last name as their language says them. */
const inOrder = (names: readonly string[], halves: readonly number[]) =>
  leadingLastNames.has(names[halves[1] ?? -1] ?? "") ? halves.toReversed() : halves;

/** The cells of two columns in the rows that have both. */
const pairsOf = (rows: Rows, column: number, other: number) =>
  rows.flatMap((cells) => {
    const [one, two] = [cells[column]?.trim(), cells[other]?.trim()];
    return one && two ? [[one, two] as const] : [];
  });

const firstFound = (...tries: (readonly number[])[]) => tries.find((found) => found.length > 0) ?? [];

/** Exports have a column for each number that a person may have: those with nothing in them are none to choose from. */
function filledFirst(columns: readonly Column[], found: readonly number[]): readonly number[] {
  const filled = found.filter((at) => columns[at]?.samples.length);
  return filled.length > 0 ? filled : found;
}

const isExact = (columns: readonly Column[], wanted: string) =>
  columns.filter(
    ({ name }) =>
      name
        .replace(/^\ufeff/, "")
        .trim()
        .toLowerCase() === wanted,
  ).length === 1;

const named = ({ names }: List, wanted: string | ReadonlySet<string>) =>
  names.flatMap((name, at) => ((typeof wanted === "string" ? name === wanted : wanted.has(name)) ? [at] : []));

const holding = ({ columns, rows }: List, is: (cell: string) => boolean) =>
  columns.flatMap((_, at) => (shareOf(rows, at, is) >= 0.5 ? [at] : []));

const looksLikeName = (cell: string) => /\p{L}{2}/u.test(cell) && !/[\d@/\\]/.test(cell);

/** The share of a column's filled cells that are like that. */
export function shareOf(rows: Rows, at: number, is: (cell: string) => boolean) {
  const filled = rows.map((cells) => cells[at] ?? "").filter((cell) => cell.trim() !== "");
  return filled.length === 0 ? 0 : filled.filter(is).length / filled.length;
}

/** How many columns are the list's own: a file of ours that comes back has more, and a list may have some of their names. */
export function originalColumnCount(header: readonly string[]): number {
  const theirs = header.length - reportColumns.length;
  return reportColumns.every((name, at) => header[theirs + at]?.trim() === name) ? theirs : header.length;
}
