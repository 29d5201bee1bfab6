import { dateText } from "./date-text";
import { applyDigitFormat, type NumberFormat } from "./number-format";
import { numberText } from "./number-text";
import { damaged } from "./refusals";

export type Book = {
  sharedStrings: { at(place: number): string | undefined };
  /** By style. */
  formats: readonly NumberFormat[];
  is1904: boolean;
};

export type Cell = { type: string; style: number; value: string };

/** What a cell says. Nothing that the file does not hold is made up. */
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

function sharedString(place: string, sharedStrings: Book["sharedStrings"]) {
  const text = /^\s*\d+\s*$/.test(place) ? sharedStrings.at(Number(place)) : undefined;
  if (text === undefined) throw damaged();
  return text;
}

function formatted(value: string, style: number, { formats, is1904 }: Book) {
  const format = formats[style];
  if (format?.kind === "date") return dateText(Number(value), is1904) ?? numberText(value);
  const text = numberText(value);
  return format?.kind === "digits" && /^\d+$/.test(text) ? applyDigitFormat(text, format.format) : text;
}

/** Characters that XML cannot hold are written as _x000D_, and an underscore before such a text as _x005F_. */
export function unescapeText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
