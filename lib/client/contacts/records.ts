import Papa from "papaparse";
import { lineEnd } from "./decode";
import { type Delimiter, limits } from "./plan";

/** What is known of a row besides its cells. */
export const clean = 0;
/** A quotation mark without its partner: the line was read with its quotation marks as plain text. */
export const damaged = 1;
/** The line is longer than lines may be. */
export const tooLong = 2;
export type Damage = typeof clean | typeof damaged | typeof tooLong;

export type OnRecord = (cells: string[], damage: Damage) => void;

type RecordOptions = {
  delimiter: Delimiter;
  /** Whether a line read by itself looks like a contact, so that no quoted field can go on into it. */
  isContact: (cells: readonly string[]) => boolean;
  onRecord: OnRecord;
};

/**
 * Rows from text that comes in whole lines, by papaparse. It lets one stray quotation mark swallow the rows up to the next
 * one; here such a mark costs its own line and no other.
 */
export function createRecords({ delimiter, isContact, onRecord }: RecordOptions) {
  const parserOf = (newline: "\n" | "\r\n") => new Papa.Parser({ delimiter, newline });
  const parsers = { feeds: parserOf("\n"), returns: parserOf("\r\n") };
  const parse = (text: string, ends: keyof typeof parsers) =>
    parsers[ends].parse(text, 0, false) as Papa.ParseResult<string[]>;
  /** The lines of a row whose end is still to come. */
  let open: readonly string[] = [];

  function push(text: string) {
    if (text === "" || open.length > 0) return pushByLine([...open, ...text.split(lineEnd)], false);
    const ends = text.includes("\r") ? "returns" : "feeds";
    const { data, errors } = parse(text, ends);
    const isPlain = ends === "feeds" && !text.includes('"');
    if (isPlain || (errors.length === 0 && data.length === linesIn(text)))
      for (const cells of data) onRecord(cells, clean);
    else pushByLine(text.split(lineEnd), false);
  }

  function pushByLine(lines: readonly string[], isLast: boolean) {
    open = [];
    for (let at = 0; at < lines.length; ) {
      const taken = takeQuoted(lines, at, isLast);
      if (taken === 0) {
        open = lines.slice(at);
        return;
      }
      at += taken;
    }
  }

  /** The number of lines that the row at this place takes; 0 where the text at hand does not tell. */
  function takeQuoted(lines: readonly string[], at: number, isLast: boolean): number {
    let text = lines[at] ?? "";
    for (let next = at + 1; ; next += 1) {
      // With its end: blanks behind a closing mark are no part of a field only where a line end follows.
      const { data, errors } = parse(`${text}\n`, "feeds");
      if (errors.length === 0) {
        onRecord(data[0] ?? [""], clean);
        return next - at;
      }
      // Only a field whose end is still to come may go on; text behind a closing mark is no field at all.
      const mayGoOn = errors.every(({ code }) => code === "MissingQuotes") && text.length <= limits.quotedCharacters;
      if (mayGoOn && next === lines.length && !isLast) return 0;
      const line = lines[next];
      if (!mayGoOn || line === undefined || isContact(line.split(delimiter))) break;
      text = `${text}\n${line}`;
    }
    onRecord((lines[at] ?? "").split(delimiter), damaged);
    return 1;
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

function linesIn(text: string) {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
