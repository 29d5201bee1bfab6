import { or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { lastFourIn, wholeNumbers } from "@/lib/numbers/search-number";

type SearchedColumns = { number?: SQLWrapper; texts: readonly SQLWrapper[] };
/** A person who may not see numbers must not find them by their parts either. */
export type Searcher = { hidesNumbers?: boolean | undefined };

/** Rows in which a text is found: in a column of numbers, or in texts, IDs and names. */
export function findsText(text: string, { number, texts }: SearchedColumns, searcher: Searcher): SQL {
  const ofNumber = number && numberCondition(text, number, searcher);
  return or(ofNumber, ...texts.map((column) => textCondition([text], column, searcher))) ?? sql`false`;
}

function numberCondition(text: string, column: SQLWrapper, { hidesNumbers = false }: Searcher): SQL | undefined {
  const whole = wholeNumbers(text);
  const isWhole = whole.length > 0 ? sql`${column} = any(${sql.param([...whole])}::text[])` : undefined;
  if (!hidesNumbers) {
    const part = partOfNumber(text);
    return or(isWhole, part === undefined ? undefined : sql`${column} like ${`%${part}%`}`);
  }
  const four = lastFourIn(text);
  return or(isWhole, four === undefined ? undefined : sql`${column} like ${`%${four}`}`);
}

/** True if a column contains one of the texts. While numbers are hidden, digits match a column that may hold one only as a whole. */
export function textCondition(texts: readonly string[], column: SQLWrapper, { hidesNumbers = false }: Searcher): SQL {
  const patterns = sql.param(texts.map(textPattern));
  const contains = sql`${column} ilike any(${patterns}::text[])`;
  if (!hidesNumbers || !texts.some((text) => /\d/.test(text))) return contains;
  const wholes = sql.param(texts.map((text) => text.toLowerCase()));
  return sql`(lower(${column}) = any(${wholes}::text[]) or (${contains} and ${column} !~ ${numberLike.source}))`;
}

/** Enough digits for a number. */
export const numberLike = /[0-9]([-_. /()]{0,2}[0-9]){6}/;

/** Digits of a searched number in national or international form; undefined if it has fewer than four or is no number. */
function partOfNumber(text: string): string | undefined {
  if (!/^\+?[\d\s().\-/]+$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, "").replace(/^0+/, "");
  return digits.length >= 4 ? digits : undefined;
}

/** A pattern for ILIKE that finds a text anywhere. */
const textPattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
