import { or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { lastFourIn, numbersMeant, partsMeant, searchedNumber } from "@/lib/numbers/searched-number";
import { digitSigns } from "@/lib/numbers/text-units";

type SearchedColumns = { number?: SQLWrapper; texts: readonly SQLWrapper[] };
/** A person who may not see numbers must not find them by their parts either. */
export type Searcher = { hidesNumbers?: boolean | undefined };

/** Rows in which a text is found: in a column of numbers, or in texts, IDs and names. */
export function findsText(text: string, { number, texts }: SearchedColumns, searcher: Searcher): SQL {
  const ofNumber = number && numberCondition(text, number, searcher);
  return or(ofNumber, ...texts.map((column) => textCondition([text], column, searcher))) ?? sql`false`;
}

function numberCondition(text: string, column: SQLWrapper, { hidesNumbers = false }: Searcher): SQL | undefined {
  const searched = searchedNumber(text);
  const numbers = numbersMeant(text, searched);
  const isOne = numbers.length > 0 ? sql`${column} = any(${sql.param([...numbers])}::text[])` : undefined;
  if (hidesNumbers) {
    const four = lastFourIn(text);
    return or(isOne, four === undefined ? undefined : sql`${column} like ${`%${four}`}`);
  }
  if (searched?.is !== "part") return isOne;
  return or(isOne, ...partsMeant(searched.digits).map((part) => sql`${column} like ${`%${part}%`}`));
}

/** True if a column contains one of the texts. While numbers are hidden, digits match a column that may hold one only as a whole. */
export function textCondition(texts: readonly string[], column: SQLWrapper, { hidesNumbers = false }: Searcher): SQL {
  const patterns = sql.param(texts.map(textPattern));
  const contains = sql`${column} ilike any(${patterns}::text[])`;
  if (!hidesNumbers || !texts.some((text) => /\p{N}/u.test(text))) return contains;
  const wholes = sql.param(texts.map((text) => text.toLowerCase()));
  // An index answers the first condition, which a whole text meets, too.
  return sql`(${contains} and (lower(${column}) = any(${wholes}::text[]) or ${column} !~ ${numberLike}))`;
}

/** Enough digits for a number, of any script, with any signs between them. */
const anyDigit = `[${digitSigns.flat().join("")}]`;
const numberLike = `${anyDigit}([^0-9A-Za-z]{0,8}${anyDigit}){6}`;

/** A pattern for ILIKE that finds a text anywhere. */
const textPattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
