import type { Delimiter } from "@/lib/contacts/plan";

/** `isOpen`: a quotation mark was opened and its partner is still to come. */
export type ReadLine = { cells: readonly string[] } | { isOpen: boolean };

/**
 * A row as programs write it that know other rules than RFC 4180: blanks before an opening mark, a backslash before a mark
 * inside. No cells where its marks do not fit that way either.
 */
export function readLine(text: string, delimiter: Delimiter, mark: '"' | "'"): ReadLine {
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
 * The first quotation mark of a text, from a place on, that stands inside a cell which does not begin with one; -1 where none
 * does. Of well-formed text alone. A pair around a word, as nicknames have it, is none.
 */
export function strayMark(text: string, from: number, delimiter: Delimiter, mark: '"' | "'"): number {
  for (let at = text.indexOf(mark, from); at !== -1; at = text.indexOf(mark, at)) {
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

const nickname = /"[^",;|\t\r\n]+"(?=[ ).]|$|[,;|\t\r\n])/y;
