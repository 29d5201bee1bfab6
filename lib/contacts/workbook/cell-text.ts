import { applyDigitFormat, type NumberFormat, numberText } from "./number-format";
import { damaged } from "./workbook-types";

const dayMs = 86_400_000;

const lastDay = 2_958_466;

export type Book = {
  sharedStrings: { at(index: number): string | undefined };
  /** By style index. */
  formats: readonly NumberFormat[];
  is1904: boolean;
};

export type Cell = { type: string; style: number; value: string };

/** Text of a cell. Nothing is added that the file does not contain. */
export function cellText({ type, style, value }: Cell, book: Book): string {
  switch (type) {
    case "s":
      return value === "" ? "" : sharedString(value, book.sharedStrings);
    case "str":
    case "inlineStr":
      return unescapeText(value);
    case "b":
      return value === "" ? "" : /^\s*(1|true)\s*$/i.test(value) ? "TRUE" : "FALSE";
    case "e":
    case "d":
      return value;
    default:
      return value === "" ? "" : formatted(value, style, book);
  }
}

function sharedString(index: string, sharedStrings: Book["sharedStrings"]) {
  const text = /^\s*\d+\s*$/.test(index) ? sharedStrings.at(Number(index)) : undefined;
  if (text === undefined) throw damaged();
  return text;
}

function formatted(value: string, style: number, { formats, is1904 }: Book) {
  const format = formats[style];
  if (format?.kind === "date") return dateText(Number(value), is1904) ?? numberText(value);
  const text = numberText(value);
  return format?.kind === "digits" && /^\d+$/.test(text) ? applyDigitFormat(text, format.format) : text;
}

/** Decodes _x000D_, which stands for a character that XML cannot contain, and _x005F_ for an underscore. */
export function unescapeText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** ISO text of a day number, to the second. Undefined if it is outside of Excel's dates. */
function dateText(serial: number, is1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < lastDay)) return undefined;
  const seconds = Math.round(serial * 86_400);
  const day = Math.floor(seconds / 86_400);
  const time = new Date((seconds % 86_400) * 1000).toISOString().slice(11, 19);
  if (day === 0 && !is1904) return time;
  const firstDay = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const date = new Date(firstDay + day * dayMs).toISOString().slice(0, 10);
  return time === "00:00:00" ? date : `${date}T${time}`;
}
