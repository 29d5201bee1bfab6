import Papa from "papaparse";
import { type Delimiter, limits } from "@/lib/contacts/plan";
import { lineEnd } from "./decode";

const nickname = /"[^",;|\t\r\n]+"(?=[ ).]|$|[,;|\t\r\n])/y;

/** What is known of a row besides its cells. */
export const clean = 0;
/** A quotation mark is out of place: without its partner, and then its line was read as plain text, or inside a cell. */
export const damaged = 1;
/** The line is longer than lines may be. */
export const tooLong = 2;
/** The workbook that the row comes from does not show it. */
export const hidden = 3;
/** A quoted cell goes on into a line that looks like a contact of its own. */
export const twoRows = 4;
export type Damage = typeof clean | typeof damaged | typeof tooLong | typeof hidden | typeof twoRows;

export type OnRecord = (cells: string[], damage: Damage) => void;

type RecordOptions = {
  delimiter: Delimiter;
  quote?: "'" | undefined;
  /** Whether a line read by itself looks like a contact, so that no quoted field can go on into it. */
  isContact: (cells: readonly string[]) => boolean;
  /** The text was made here: a quotation mark always has its partner, however far away. */
  isSheet?: boolean | undefined;
  onRecord: OnRecord;
};

/**
 * Rows from text that comes in whole lines, by papaparse. It lets one stray quotation mark swallow the rows up to the next
 * one; here such a mark costs its own line and no other. Lines whose marks do not fit RFC 4180 are read by other programs' rules.
 */
export function createRecords({ delimiter, quote, isContact, isSheet = false, onRecord }: RecordOptions) {
  const mark = quote ?? '"';
  const parserOf = (newline: "\n" | "\r\n") => new Papa.Parser({ delimiter, newline, quoteChar: mark });
  const parsers = { feeds: parserOf("\n"), returns: parserOf("\r\n") };
  const parse = (text: string, ends: keyof typeof parsers) =>
    parsers[ends].parse(text, 0, false) as Papa.ParseResult<string[]>;
  /** The lines of a row whose end is still to come. */
  let open: readonly string[] = [];

  function push(text: string) {
    if (text === "" || open.length > 0) return pushByLine([...open, ...text.split(lineEnd)], false);
    const ends = text.includes("\r") ? "returns" : "feeds";
    const { data, errors } = parse(text, ends);
    const hasMarks = text.includes(mark);
    if (ends === "feeds" && !hasMarks) for (const cells of data) onRecord(cells, clean);
    else if (errors.length > 0 || data.length !== linesIn(text)) pushByLine(text.split(lineEnd), false);
    else if (!hasMarks || strayMark(text, delimiter, mark) === -1) for (const cells of data) onRecord(cells, clean);
    else pushByLine(text.split(lineEnd), false);
  }

  function pushByLine(lines: readonly string[], isLast: boolean) {
    open = [];
    for (let at = 0; at < lines.length; ) {
      const taken = takeRow(lines, at, isLast);
      if (taken === 0) {
        open = lines.slice(at);
        return;
      }
      at += taken;
    }
  }

  /** The number of lines that the row at this place takes; 0 where the text at hand does not tell. */
  function takeRow(lines: readonly string[], at: number, isLast: boolean): number {
    if (isSheet) return takeWhole(lines, at, isLast);
    const first = lines[at] ?? "";
    let line: string | undefined = first;
    let text = first;
    for (let next = at + 1; ; next += 1) {
      // Without a mark a line leaves an open field open.
      if (next === at + 1 || line.includes(mark)) {
        const { cells, mayGoOn } = readRow(text);
        if (cells) onRecord(cells, clean);
        if (cells) return next - at;
        if (!mayGoOn) break;
      }
      if (next === lines.length && !isLast) return 0;
      line = lines[next];
      if (line === undefined) break;
      const isLong = next > at + 1 && text.length > limits.quotedCharacters;
      if (isLong || looksAlone(line)) return takeDoubtful(lines, { at, next, isLast, isLong });
      text = `${text}\n${line}`;
    }
    takeDamaged(first);
    return 1;
  }

  const looksAlone = (line: string) => isContact(line.split(delimiter));

  function takeDamaged(line: string) {
    const { data, errors } = parse(`${line}\n`, "feeds");
    // Marks inside cells that do not begin with one leave the other cells as they are.
    onRecord(errors.length === 0 ? (data[0] ?? [""]) : line.split(delimiter), damaged);
  }

  /**
   * A row that goes on for longer than most, or into a line that looks like a contact, is one row where its marks fit after
   * all. Else its first line is a row by itself; and behind a long one none that looks like a contact passes for a sure one.
   */
  function takeDoubtful(lines: readonly string[], reach: Reach): number {
    const { at, next, isLong } = reach;
    const end = endOfDoubtful(lines, reach);
    if (end === undefined) return 0;
    const { cells } = end.mayClose ? readRow(lines.slice(at, end.at + 1).join("\n")) : {};
    if (cells && (isContact(cells) || (end.at === next && !isLong))) {
      // Two contacts and two strays, or one contact and a field over some lines: nobody can tell.
      onRecord(cells, end.contacts > 0 ? twoRows : clean);
      return end.at + 1 - at;
    }
    const alone = lines.slice(at, isLong ? end.at : at + 1);
    for (const line of alone)
      if (line.includes(mark) || looksAlone(line)) takeDamaged(line);
      else onRecord(line.split(delimiter), clean);
    return alone.length;
  }

  /** The line whose mark closes an open field, or should, and the contacts up to it; undefined where more text may tell. */
  function endOfDoubtful(lines: readonly string[], { at, next, isLast, isLong }: Reach) {
    let contacts = 0;
    let place = next;
    let characters = lines.slice(at, next).join("\n").length;
    for (; characters < limits.lineBytes && (contacts < 2 || isLong); place += 1) {
      const line = lines[place];
      if (line === undefined && !isLast) return undefined;
      if (line === undefined) break;
      if (looksAlone(line)) contacts += 1;
      const read = line.includes(mark) ? readLine(mark + line, delimiter, mark) : { isOpen: true };
      if ("cells" in read || !read.isOpen) return { at: place, contacts, mayClose: contacts < 2 };
      characters += line.length + 1;
    }
    return { at: place, contacts, mayClose: false };
  }

  function takeWhole(lines: readonly string[], at: number, isLast: boolean): number {
    let marks = 0;
    for (let next = at; next < lines.length; next += 1) {
      marks += (lines[next] ?? "").split('"').length - 1;
      if (marks % 2 !== 0 && !(isLast && next === lines.length - 1)) continue;
      const { data } = parse(`${lines.slice(at, next + 1).join("\n")}\n`, "feeds");
      onRecord(data[0] ?? [""], clean);
      return next + 1 - at;
    }
    return 0;
  }

  /** The cells of some lines as one row whose marks fit; else whether the lines that follow may make them fit. */
  function readRow(text: string): { cells?: string[]; mayGoOn: boolean } {
    // With its end: blanks behind a closing mark are no part of a field only where a line end follows.
    const { data, errors } = parse(`${text}\n`, "feeds");
    if (errors.length === 0 && strayMark(text, delimiter, mark) === -1)
      return { cells: data[0] ?? [""], mayGoOn: false };
    const read = readLine(text, delimiter, mark);
    if ("cells" in read && isContact(read.cells)) return { cells: [...read.cells], mayGoOn: false };
    // Only a field whose end is still to come may go on; text behind a closing mark is no field at all.
    const isOpen = errors.length > 0 && errors.every(({ code }) => code === "MissingQuotes");
    return { mayGoOn: isOpen || ("isOpen" in read && read.isOpen) };
  }

  function end() {
    pushByLine(open, true);
  }

  return {
    /** Takes whole lines, line feeds between them or carriage returns and line feeds. */
    push,
    /** Settles a row that was still open: nothing follows. */
    end,
    /** Whether the text so far ends inside a row. */
    isOpen: () => open.length > 0,
  };
}

/** A row's first line, the first of its lines that is in doubt, and why it is. `isLast`: no more lines follow. */
type Reach = { at: number; next: number; isLast: boolean; isLong: boolean };

function linesIn(text: string) {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** `isOpen`: a quotation mark was opened and its partner is still to come. */
type ReadLine = { cells: readonly string[] } | { isOpen: boolean };

/**
 * A row as programs write it that know other rules than RFC 4180: blanks before an opening mark, a backslash before a mark
 * inside. No cells where its marks do not fit that way either.
 */
function readLine(text: string, delimiter: Delimiter, mark: '"' | "'"): ReadLine {
  const cells: string[] = [];
  for (let at = 0; ; ) {
    const opening = afterBlanks(text, at, delimiter);
    if (text[opening] !== mark) {
      const end = endOr(text.indexOf(delimiter, at), text);
      const cell = text.slice(at, end);
      if (cell.includes(mark)) return { isOpen: false };
      cells.push(cell);
      at = end;
    } else {
      const closing = closingMark(text, opening + 1, mark);
      if (closing === -1) return { isOpen: true };
      cells.push(unescaped(text.slice(opening + 1, closing), mark));
      at = afterBlanks(text, closing + 1, delimiter);
      if (at < text.length && text[at] !== delimiter) return { isOpen: false };
    }
    if (at >= text.length) return { cells };
    at += 1;
  }
}

const endOr = (at: number, text: string) => (at === -1 ? text.length : at);

function afterBlanks(text: string, from: number, delimiter: Delimiter) {
  let at = from;
  while (text[at] === " " || (text[at] === "\t" && delimiter !== "\t")) at += 1;
  return at;
}

function closingMark(text: string, from: number, mark: string) {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\" && text[at + 1] === mark) at += 1;
    else if (text[at] === mark && text[at + 1] === mark) at += 1;
    else if (text[at] === mark) return at;
  }
  return -1;
}

const unescaped = (cell: string, mark: string) => cell.replaceAll(`\\${mark}`, mark).replaceAll(mark + mark, mark);

/**
 * The first quotation mark of a text that stands inside a cell which does not begin with one; -1 where none
 * does. Of well-formed text alone. A pair around a word, as nicknames have it, is none.
 */
function strayMark(text: string, delimiter: Delimiter, mark: '"' | "'"): number {
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at)) {
    const before = text[at - 1];
    if (at === 0 || before === delimiter || before === "\n") at = closed(text, at + 1, mark) + 1;
    else {
      const end = closingNickname(text, at, mark);
      if (end === -1 || mark === "'") return at;
      at = end + 1;
    }
    if (at === 0) return -1;
  }
  return -1;
}

function closed(text: string, from: number, mark: string) {
  let at = text.indexOf(mark, from);
  while (at !== -1 && text[at + 1] === mark) at = text.indexOf(mark, at + 2);
  return at;
}

/** The end of a pair with blanks or brackets around it, within one cell. */
function closingNickname(text: string, at: number, mark: string) {
  nickname.lastIndex = at;
  const isAtWord = /[\p{L}\p{M}.] ?[ (]$/u.test(text.slice(Math.max(at - 3, 0), at));
  const found = mark === '"' && isAtWord ? nickname.exec(text) : null;
  return found ? at + found[0].length - 1 : -1;
}
