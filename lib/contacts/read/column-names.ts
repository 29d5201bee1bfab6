import type { Column } from "@/lib/contacts/engine";
import type { Mapping } from "@/lib/contacts/plan";
import { looksLikePhone } from "@/lib/contacts/read/looks-like-phone";
import { consentMeaning } from "./consent-columns";
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
import { preferMobile } from "./number-columns";
import { guessPartColumns } from "./part-columns";

/** Columns that problem files add after the list's own, in this order. */
export const reportColumns = ["row", "problem", "suggestion"];

type MappingGuess = { mapping: Mapping; isCertain: boolean; guessed: { phone: boolean; name: boolean } };

/** Guesses the columns by the API's names, similar names, or values. Never picks one of several equal candidates. */
export function guessMapping(all: readonly Column[], rows: Rows, numberColumns: readonly number[]): MappingGuess {
  const columns = all.slice(0, originalColumnCount(all.map(({ name }) => name)));
  const list: List = { columns, rows, names: columns.map(({ name }) => normalizeHeader(name)) };
  const phones = firstNonEmpty(
    columnsNamed(list, "phonenumber"),
    filledFirst(columns, columnsNamed(list, phoneNames)),
    columnsHolding(list, looksLikePhone),
  );
  const guessed = phones.length === 1 ? (phones[0] ?? -1) : -1;
  const { phone, fallback } = preferMobile(columns, numberColumns, guessed);
  const { name, isFound, isDoubtful } = guessName(list, phone);
  const [isPhoneExact, isNameExact] = [isExact(columns, "phone_number"), isExact(columns, "name") && !isDoubtful];
  // A hidden column may not be the intended one.
  const [isPhoneHidden, isNameHidden] = [[phone], name].map((all) => all.some((column) => columns[column]?.isHidden));
  return {
    mapping: {
      phone,
      name,
      ...(fallback === undefined || name.includes(fallback) ? {} : { fallback }),
      ...guessPartColumns(
        columns.map((column) => column.name),
        rows,
      ),
    },
    isCertain: isPhoneExact && isNameExact && !isPhoneHidden && !isNameHidden && fallback === undefined,
    guessed: {
      phone: (phone >= 0 || phones.length > 0) && (!isPhoneExact || isPhoneHidden === true),
      name: isFound && (!isNameExact || isNameHidden === true),
    },
  };
}

type Rows = readonly (readonly string[])[];

type List = { columns: readonly Column[]; names: readonly string[]; rows: Rows };

type NameGuess = {
  /** Empty if a person must choose. */
  name: readonly number[];
  /** True if any column could hold names. */
  isFound: boolean;
  /** True if another column is possible too, or may hold the other half of the name. */
  isDoubtful: boolean;
};

function guessName(list: List, phone: number): NameGuess {
  const { columns, names } = list;
  const isFilled = (index: number) => columns[index]?.samples.length;
  const [firsts = [], lasts = []] = [firstNames, lastNames].map((half) =>
    filledFirst(columns, columnsNamed(list, half)),
  );
  const wholes = firstNonEmpty(
    columnsNamed(list, "name"),
    filledFirst(columns, columnsNamed(list, new Set([...wholeNames, ...ambiguousNames]))),
  );
  const halves = [...firsts, ...lasts];
  const isPair = firsts.length === 1 && lasts.length === 1;
  if (isPair && (wholes.length === 0 || halves.every(isFilled)))
    return { name: inOrder(names, halves), isFound: true, isDoubtful: true };
  const found = firstNonEmpty(wholes, halves);
  // Without a number column, a column of words may be anything.
  const likely =
    found.length > 0 || phone === -1 ? found : columnsHolding(list, looksLikeName).filter((index) => index !== phone);
  const [column = -1] = likely;
  if (likely.length !== 1) return { name: [], isFound: likely.length > 0, isDoubtful: likely.length > 1 };
  const others = otherHalves(list, column, phone);
  const name = withOtherHalf(list, column, others);
  return { name, isFound: true, isDoubtful: others.length > 0 || names.some(isHalfNameHeader) };
}

/** Columns that may hold the other half of a name, by header, or by values if the header is unclear. */
function otherHalves({ columns, names, rows }: List, column: number, phone: number): number[] {
  const isSingle = shareOf(rows, column, isSingleWord) >= 0.5;
  return columns.flatMap(({ samples, name: header }, other) => {
    const name = names[other] ?? "";
    if (other === column || other === phone || samples.length === 0) return [];
    return isHalfNameHeader(name) ||
      (isSingle && !isOtherHeader(name) && !consentMeaning(header) && holdsNames(rows, column, other))
      ? [other]
      : [];
  });
}

const isSingleWord = (cell: string) => !/\s/.test(cell.trim());

const minDifferent = 8;

/** True if the values look like names and vary. Yes/no and status columns repeat a few words. */
function holdsNames(rows: Rows, column: number, other: number): boolean {
  const pairs = pairsOf(rows, column, other);
  const like = pairs.filter(([name, other]) => personWords.test(other) && (!isLower(other) || isLower(name)));
  const different = new Set(like.map(([, other]) => other)).size;
  return like.length >= pairs.length / 2 && different >= Math.min(pairs.length / 2, minDifferent);
}

const personWords = /^\p{L}[\p{L}\p{M}'’.-]*(?: \p{L}[\p{L}\p{M}'’.-]*){0,2}$/u;
const isLower = (text: string) => text === text.toLowerCase() && text !== text.toUpperCase();

/**
 * The column alone if it contains the other halves, or with the one that completes it. Empty if a person must choose.
 */
function withOtherHalf({ names, rows }: List, column: number, others: readonly number[]): readonly number[] {
  const shareWith = (candidate: number, matches: (name: string, other: string) => boolean) => {
    const pairs = pairsOf(rows, column, candidate);
    return pairs.filter(([name, other]) => matches(wordsOf(name), wordsOf(other))).length / pairs.length;
  };
  if (others.every((candidate) => shareWith(candidate, (name, other) => name.includes(other)) >= 0.9)) return [column];
  const [other = -1, ...more] = others;
  const isFirst = firstNames.has(names[other] ?? "");
  const isNamed = wholeNames.has(names[column] ?? "") && (isFirst || lastNames.has(names[other] ?? ""));
  const isApart =
    shareWith(other, (name, half) => name.includes(half.trim())) <= 0.1 && shareOf(rows, column, isSingleWord) >= 0.5;
  if (more.length > 0 || !isNamed || !isApart) return [];
  return inOrder(names, isFirst ? [other, column] : [column, other]);
}

const wordsOf = (text: string) => ` ${text.toLowerCase().replace(/[\s,]+/g, " ")} `;

const inOrder = (names: readonly string[], halves: readonly number[]) =>
  leadingLastNames.has(names[halves[1] ?? -1] ?? "") ? halves.toReversed() : halves;

/** Cells of two columns, from rows that have both. */
const pairsOf = (rows: Rows, column: number, other: number) =>
  rows.flatMap((cells) => {
    const [one, two] = [cells[column]?.trim(), cells[other]?.trim()];
    return one && two ? [[one, two] as const] : [];
  });

const firstNonEmpty = (...candidates: (readonly number[])[]) => candidates.find((columns) => columns.length > 0) ?? [];

/** Drops empty columns, because exports have a column for each possible number. If all are empty, all remain. */
function filledFirst(columns: readonly Column[], candidates: readonly number[]): readonly number[] {
  const filled = candidates.filter((index) => columns[index]?.samples.length);
  return filled.length > 0 ? filled : candidates;
}

const isExact = (columns: readonly Column[], header: string) =>
  columns.filter(
    ({ name }) =>
      name
        .replace(/^\ufeff/, "")
        .trim()
        .toLowerCase() === header,
  ).length === 1;

const columnsNamed = ({ names }: List, wanted: string | ReadonlySet<string>) =>
  names.flatMap((name, index) => ((typeof wanted === "string" ? name === wanted : wanted.has(name)) ? [index] : []));

const columnsHolding = ({ columns, rows }: List, matches: (cell: string) => boolean) =>
  columns.flatMap((_, column) => (shareOf(rows, column, matches) >= 0.5 ? [column] : []));

const looksLikeName = (cell: string) => /\p{L}{2}/u.test(cell) && !/[\d@/\\]/.test(cell);

/** Share of a column's non-blank cells that match, 0 to 1. */
export function shareOf(rows: Rows, column: number, matches: (cell: string) => boolean) {
  const filled = rows.map((cells) => cells[column] ?? "").filter((cell) => cell.trim() !== "");
  return filled.length === 0 ? 0 : filled.filter(matches).length / filled.length;
}

/** Number of the list's own columns. In a problem file, the report columns follow them. */
export function originalColumnCount(header: readonly string[]): number {
  const ownCount = header.length - reportColumns.length;
  return reportColumns.every((name, index) => header[ownCount + index]?.trim() === name) ? ownCount : header.length;
}
