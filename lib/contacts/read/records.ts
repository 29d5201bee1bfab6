import Papa from "papaparse";
import { limits } from "@/lib/contacts/limits";
import type { Delimiter } from "@/lib/contacts/plan";
import { lineEnd } from "./decode";

export const clean = 0;
/** A quotation mark is inside a cell, or unmatched. An unmatched mark makes its line plain text. */
export const damaged = 1;
/** The line is longer than `limits.lineBytes`. */
export const tooLong = 2;
export const hidden = 3;
/** A quoted cell continues into a line that looks like another contact. */
export const twoRows = 4;
export type Damage = typeof clean | typeof damaged | typeof tooLong | typeof hidden | typeof twoRows;

export type OnRecord = (cells: string[], damage: Damage) => void;

type RecordOptions = {
  delimiter: Delimiter;
  /** True if a line alone looks like a contact, so that no quoted cell should continue into it. */
  isContact: (cells: readonly string[]) => boolean;
  onRecord: OnRecord;
};

const mark = '"';

/**
 * Parses rows from text that arrives in whole lines, with papaparse. There a stray quotation mark swallows the rows up
 * to the next one; here it affects only its own line. Lines that violate RFC 4180 are read by the rules of other
 * programs.
 */
export class RecordParser {
  private readonly delimiter: Delimiter;
  private readonly isContact: RecordOptions["isContact"];
  private readonly onRecord: OnRecord;
  private readonly parsers: Record<"feeds" | "returns", Papa.Parser>;
  private open: readonly string[] = [];

  constructor({ delimiter, isContact, onRecord }: RecordOptions) {
    this.delimiter = delimiter;
    this.isContact = isContact;
    this.onRecord = onRecord;
    this.parsers = {
      feeds: new Papa.Parser({ delimiter, newline: "\n" }),
      returns: new Papa.Parser({ delimiter, newline: "\r\n" }),
    };
  }

  push(text: string) {
    if (text === "" || this.open.length > 0) return this.pushByLine([...this.open, ...text.split(lineEnd)], false);
    const ends = text.includes("\r") ? "returns" : "feeds";
    const { data, errors } = this.parse(text, ends);
    const hasMarks = text.includes(mark);
    const isDoubtful = (ends === "returns" || hasMarks) && (errors.length > 0 || data.length !== countLines(text));
    if (isDoubtful || (hasMarks && hasStrayMark(text, this.delimiter)))
      return this.pushByLine(text.split(lineEnd), false);
    const { onRecord } = this;
    for (const cells of data) onRecord(cells, clean);
  }

  end() {
    this.pushByLine(this.open, true);
  }

  isOpen(): boolean {
    return this.open.length > 0;
  }

  private parse(text: string, ends: "feeds" | "returns") {
    return this.parsers[ends].parse(text, 0, false) as Papa.ParseResult<string[]>;
  }

  private pushByLine(lines: readonly string[], isLast: boolean) {
    this.open = [];
    for (let index = 0; index < lines.length; ) {
      const lineCount = this.readRow(lines, index, isLast);
      if (lineCount === 0) {
        this.open = lines.slice(index);
        return;
      }
      index += lineCount;
    }
  }

  /** Number of lines in the row at this index; 0 if more text is needed. */
  private readRow(lines: readonly string[], index: number, isLast: boolean): number {
    const first = lines[index] ?? "";
    let line: string | undefined = first;
    let text = first;
    for (let next = index + 1; ; next += 1) {
      // A line without a mark cannot close an open field.
      if (next === index + 1 || line.includes(mark)) {
        const { cells, mayContinue } = this.parseRow(text);
        if (cells) this.onRecord(cells, clean);
        if (cells) return next - index;
        if (!mayContinue) break;
      }
      if (next === lines.length && !isLast) return 0;
      line = lines[next];
      if (line === undefined) break;
      const isLong = next > index + 1 && text.length > limits.quotedCharacters;
      if (isLong || this.looksLikeContact(line)) return this.readDoubtful(lines, { index, next, isLast, isLong });
      text = `${text}\n${line}`;
    }
    this.emitDamaged(first);
    return 1;
  }

  private looksLikeContact(line: string): boolean {
    return this.isContact(line.split(this.delimiter));
  }

  private emitDamaged(line: string) {
    const { data, errors } = this.parse(`${line}\n`, "feeds");
    // Marks inside an unquoted cell do not affect the other cells.
    this.onRecord(errors.length === 0 ? (data[0] ?? [""]) : line.split(this.delimiter), damaged);
  }

  /**
   * Reads a row that is unusually long or continues into a line that looks like a contact. If its marks match, it may
   * be one row. Otherwise its first line is a row of its own, and after a long field all contacts count as damaged.
   */
  private readDoubtful(lines: readonly string[], row: DoubtfulRow): number {
    const { index, next, isLong } = row;
    const end = this.findFieldEnd(lines, row);
    if (end === undefined) return 0;
    const { cells } = end.mayClose ? this.parseRow(lines.slice(index, end.index + 1).join("\n")) : {};
    if (cells && (this.isContact(cells) || (end.index === next && !isLong))) {
      // Ambiguous: two contacts with two stray marks, or one contact with a multi-line field.
      this.onRecord(cells, end.contacts > 0 ? twoRows : clean);
      return end.index + 1 - index;
    }
    const alone = lines.slice(index, isLong ? end.index : index + 1);
    for (const line of alone)
      if (line.includes(mark) || this.looksLikeContact(line)) this.emitDamaged(line);
      else this.onRecord(line.split(this.delimiter), clean);
    return alone.length;
  }

  /** Line that closes the open field, or should, and the contacts up to it. Undefined if more text is needed. */
  private findFieldEnd(lines: readonly string[], { index, next, isLast, isLong }: DoubtfulRow) {
    let contacts = 0;
    let lineIndex = next;
    let characters = lines.slice(index, next).join("\n").length;
    for (; characters < limits.lineBytes && (contacts < 2 || isLong); lineIndex += 1) {
      const line = lines[lineIndex];
      if (line === undefined && !isLast) return undefined;
      if (line === undefined) break;
      if (this.looksLikeContact(line)) contacts += 1;
      const read = line.includes(mark) ? parseLenient(mark + line, this.delimiter) : { isOpen: true };
      if ("cells" in read || !read.isOpen) return { index: lineIndex, contacts, mayClose: contacts < 2 };
      characters += line.length + 1;
    }
    return { index: lineIndex, contacts, mayClose: false };
  }

  /** Cells of one row if its marks match. Otherwise `mayContinue` is true if more lines may complete it. */
  private parseRow(text: string): { cells?: string[]; mayContinue: boolean } {
    // Papaparse drops blanks after a closing mark only if a line end follows.
    const { data, errors } = this.parse(`${text}\n`, "feeds");
    if (errors.length === 0 && !hasStrayMark(text, this.delimiter))
      return { cells: data[0] ?? [""], mayContinue: false };
    const read = parseLenient(text, this.delimiter);
    if ("cells" in read && this.isContact(read.cells)) return { cells: [...read.cells], mayContinue: false };
    // Only an open field may continue. Text after a closing mark is an error.
    const isOpen = errors.length > 0 && errors.every(({ code }) => code === "MissingQuotes");
    return { mayContinue: isOpen || ("isOpen" in read && read.isOpen) };
  }
}

/** Index of a row's first line and of its first doubtful one. `isLast` means that no more lines follow. */
type DoubtfulRow = { index: number; next: number; isLast: boolean; isLong: boolean };

function countLines(text: string) {
  let lines = 1;
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) lines += 1;
  return lines;
}

type LenientRow = { cells: readonly string[] } | { isOpen: boolean };

/**
 * Parses a row by other rules than RFC 4180: blanks before an opening mark, a backslash before an inner mark. No cells
 * if its marks do not match that way either.
 */
function parseLenient(text: string, delimiter: Delimiter): LenientRow {
  const cells: string[] = [];
  for (let index = 0; ; ) {
    const opening = afterBlanks(text, index, delimiter);
    if (text[opening] !== mark) {
      const end = endOr(text.indexOf(delimiter, index), text);
      const cell = text.slice(index, end);
      if (cell.includes(mark)) return { isOpen: false };
      cells.push(cell);
      index = end;
    } else {
      const closing = closingMark(text, opening + 1);
      if (closing === -1) return { isOpen: true };
      cells.push(unescaped(text.slice(opening + 1, closing)));
      index = afterBlanks(text, closing + 1, delimiter);
      if (index < text.length && text[index] !== delimiter) return { isOpen: false };
    }
    if (index >= text.length) return { cells };
    index += 1;
  }
}

const endOr = (index: number, text: string) => (index === -1 ? text.length : index);

function afterBlanks(text: string, from: number, delimiter: Delimiter) {
  let index = from;
  while (text[index] === " " || (text[index] === "\t" && delimiter !== "\t")) index += 1;
  return index;
}

function closingMark(text: string, from: number) {
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === "\\" && text[index + 1] === mark) index += 1;
    else if (text[index] === mark && text[index + 1] === mark) index += 1;
    else if (text[index] === mark) return index;
  }
  return -1;
}

const unescaped = (cell: string) => cell.replaceAll('\\"', mark).replaceAll('""', mark);

/**
 * True if a quotation mark is inside an unquoted cell. Expects well-formed text. A pair around a word, as in nicknames,
 * does not count.
 */
function hasStrayMark(text: string, delimiter: Delimiter): boolean {
  for (let index = text.indexOf(mark); index !== -1; index = text.indexOf(mark, index)) {
    const previous = text[index - 1];
    const isOpening = index === 0 || previous === delimiter || previous === "\n";
    const end = isOpening ? endOfQuoted(text, index + 1) : closingNickname(text, index);
    if (end === -1) return !isOpening;
    index = end + 1;
  }
  return false;
}

function endOfQuoted(text: string, from: number) {
  let index = text.indexOf(mark, from);
  while (index !== -1 && text[index + 1] === mark) index = text.indexOf(mark, index + 2);
  return index;
}

/** End of a nickname in quotation marks with blanks or brackets around it, or -1. Stays within one cell. */
function closingNickname(text: string, index: number) {
  nickname.lastIndex = index;
  const isAtWord = /[\p{L}\p{M}.] ?[ (]$/u.test(text.slice(Math.max(index - 3, 0), index));
  const match = isAtWord ? nickname.exec(text) : null;
  return match ? index + match[0].length - 1 : -1;
}

const nickname = /"[^",;|\t\r\n]+"(?=[ ).]|$|[,;|\t\r\n])/y;
