import type { Mapping, Plan, Rules } from "@/lib/contacts/plan";
import { forbidsNumber } from "@/lib/contacts/read/no-call-words";
import { isUncallable, numberColumnsOf } from "@/lib/contacts/read/number-columns";
import { isNoCountry } from "@/lib/contacts/read/part-columns";
import type { RowStatus } from "@/lib/contacts/row-status/row-status";
import { countryNamed } from "@/lib/numbers/country-names";
import type { ReadPhone } from "@/lib/numbers/dialled-reader";
import type { NumberingPlan } from "@/lib/numbers/numbering-plan";
import { PhoneReader } from "@/lib/numbers/phone-reader";
import type { Shape } from "./shape";

/** Reads the numbers of rows: the one that is called, and all others of the same person. */
export class RowNumbers {
  /** Column of the number that was read last. */
  column: number;
  private readonly mapping: Mapping;
  private readonly rules: Rules;
  private readonly isSheet: boolean;
  /** By column and the country that rows name; "none" for those that name none. */
  private readonly phoneReaders = new Map<number, Map<string, PhoneReader>>();
  private readonly namedCountries = new Map<string, string | undefined>();
  private readonly columns: readonly number[];
  private readonly all: number[] = [];
  private isTyped = false;

  constructor(
    { rules, format, mapping }: Plan,
    private readonly shape: Shape,
    private readonly numbering: NumberingPlan,
    private readonly kept: ReadonlySet<RowStatus>,
  ) {
    this.rules = rules;
    this.mapping = mapping;
    this.column = mapping.phone;
    this.isSheet = format.isSheet === true;
    this.columns = numberColumnsOf(mapping, shape.numberColumns);
  }

  /** The country that a row names; undefined if it names none, and empty if its name is unknown. */
  countryOf(cells: readonly string[]): string | undefined {
    const cell = this.mapping.country === undefined ? "" : (cells[this.mapping.country] ?? "");
    if (cell === "") return undefined;
    if (!this.namedCountries.has(cell))
      this.namedCountries.set(cell, isNoCountry(cell) ? undefined : (countryNamed(cell) ?? ""));
    return this.namedCountries.get(cell);
  }

  /** The number to call. The second column is read if the first has none that can be called. */
  read(cells: readonly string[], typed: string | undefined): ReadPhone {
    const { phone, fallback } = this.mapping;
    this.column = phone;
    this.isTyped = typed !== undefined;
    const first = this.readCell(cells, typed, phone);
    if (typed !== undefined) return first;
    if (this.rules.blocks) return this.firstReadable(cells, first);
    if (fallback === undefined || !this.isPoor(first)) return first;
    const second = this.readCell(cells, undefined, fallback);
    const isUsed = hasPhoneText(cells[phone]) ? isCallable(second) : hasPhoneText(cells[fallback]);
    if (isUsed) this.column = fallback;
    return isUsed ? second : first;
  }

  /** E.164 digits of all numbers of the row read last but the given one, also of a cell that was typed over. One reused array. */
  othersOf(cells: readonly string[], called: number): readonly number[] {
    const { all } = this;
    all.length = 0;
    for (const column of this.columns) {
      const cell = cells[column];
      if (cell === undefined || cell === "") continue;
      if (mayHoldSeveral(cell))
        for (const number of this.readerFor(column, this.countryOf(cells)).numbersIn(cell))
          this.addOther(number, called);
      if (column === this.column && !this.isTyped && called > 0) continue;
      this.addOther(knownDigits(this.readCell(cells, undefined, column)), called);
    }
    return all;
  }

  private addOther(number: number, called: number): void {
    if (number > 0 && number !== called && !this.all.includes(number)) this.all.push(number);
  }

  /** Cells with digits, in columns of numbers, that could not be read as a number. */
  unreadIn(cells: readonly string[]): number {
    let unread = 0;
    for (const column of this.columns) {
      const cell = cells[column];
      if (cell !== undefined && /\d/.test(cell) && this.readCell(cells, undefined, column).rowStatus !== "ok")
        unread += 1;
    }
    return unread;
  }

  /** True if the cell of a number says not to call it. */
  isForbidden(cells: readonly string[]): boolean {
    const { phone, fallback } = this.mapping;
    return forbidsNumber(cells[phone] ?? "") || (fallback !== undefined && forbidsNumber(cells[fallback] ?? ""));
  }

  private firstReadable(cells: readonly string[], first: ReadPhone): ReadPhone {
    if (first.rowStatus === "ok") return first;
    for (const column of this.columns) {
      const result = column === this.column ? first : this.readCell(cells, undefined, column);
      if (result.rowStatus !== "ok") continue;
      this.column = column;
      return result;
    }
    return first;
  }

  private readCell(cells: readonly string[], typed: string | undefined, column: number): ReadPhone {
    const { area } = this.mapping;
    const cell = typed ?? cells[column] ?? "";
    const reader = this.readerFor(column, this.countryOf(cells));
    const code = typed === undefined && area !== undefined ? cells[area]?.trim() : "";
    const result = code ? reader.readWithArea(cell, code) : reader.read(cell);
    const label = typed === undefined ? this.shape.labels[column] : undefined;
    if (label === undefined || this.rules.blocks || this.kept.has("fax") || result.rowStatus === "number_missing")
      return result;
    if (result.rowStatus !== "no_call" && isUncallable(cells[label] ?? "")) {
      if (result.rowStatus !== "ok") result.number = 0;
      result.rowStatus = "fax";
      result.suggestion = "";
    }
    return result;
  }

  /** A row's own country wins over the chosen one. */
  private readerFor(column: number, country: string | undefined): PhoneReader {
    let readers = this.phoneReaders.get(column);
    if (!readers) {
      readers = new Map();
      this.phoneReaders.set(column, readers);
    }
    const key = country ?? "none";
    const created = readers.get(key);
    if (created) return created;
    const { rules, shape, isSheet } = this;
    const isUnknown = country === "" && !this.kept.has("other_country");
    const readAs = isUnknown ? null : country || rules.country;
    const ofColumn = shape.tenDigits[column];
    const tenDigits = ofColumn && country ? "any" : ofColumn;
    const reader = new PhoneReader(
      this.numbering,
      { ...rules, country: readAs, isRefusal: forbidsNumber },
      { isSheet, tenDigits },
    );
    readers.set(key, reader);
    return reader;
  }

  /** True if no person would call this number and nobody can repair it from the cell. */
  private isPoor({ rowStatus, range, suggestion }: ReadPhone): boolean {
    if (rowStatus === "ok") return !isOrdinary(range);
    return (poor as readonly RowStatus[]).includes(rowStatus) && suggestion === "";
  }
}

/** Two numbers have more digits than nearly all single ones, and a sign or a word between them. */
const mayHoldSeveral = (cell: string) => cell.length > longestNumber && /[\n;,|/&]|[^\d\s+().-].*\d|\+.*\+/s.test(cell);

const longestNumber = 14;

const poor = ["number_missing", "date", "excel", "digits", "letters", "fax"] as const satisfies readonly RowStatus[];

/** In a known range that is not premium, toll-free or shared cost. */
const isOrdinary = (range: number) => range >= 0 && range % 2 === 0;

const isCallable = ({ rowStatus, range }: ReadPhone) => rowStatus === "ok" && isOrdinary(range);

/** Also a number that needs a person's consent to be called. To be left out it need only be likely. */
export function knownDigits({ rowStatus, number, suggestion }: ReadPhone): number {
  if (rowStatus === "ok" || rowStatus === "no_call" || rowStatus === "fax") return number;
  return suggestion === "" ? 0 : Number(suggestion.slice(1));
}

/** False for a blank cell and for one that only says that there is no number, such as "n/a". */
const hasPhoneText = (cell = "") => /\p{N}/u.test(cell) || forbidsNumber(cell);
