import { limits } from "@/lib/contacts/plan";
import { sampleBytes, sniffEncoding } from "@/lib/contacts/read/sniff";
import { attempt } from "@/lib/format/attempt";
import { createCsvBlob } from "./csv-blob";
import { createRowCells } from "./row-cells";
import { notVcard, type ReadOptions, type SheetText, type Workbook } from "./workbook-types";

/** Contacts that phones and address books export (vCard 2.1, 3.0, 4.0). Each number is a row. */
export async function openVcards(file: Blob): Promise<Workbook> {
  return {
    kind: "vcard",
    sheets: [{ name: "", visibility: "visible" }],
    toCsv: async (_, reading) => readVcards(await asBytes(file), reading),
  };
}

/** Converts UTF-16 to UTF-8. In all other encodings, line ends and colons are ASCII bytes. */
async function asBytes(file: Blob): Promise<Blob> {
  const encoding = sniffEncoding(new Uint8Array(await file.slice(0, sampleBytes).arrayBuffer()));
  if (encoding !== "utf-16le" && encoding !== "utf-16be") return file;
  return new Blob([new TextDecoder(encoding).decode(await file.arrayBuffer())]);
}

type Card = { version: string; name: string; parts: string; numbers: { number: string; types: string }[] };

const newCard = (): Card => ({ version: "", name: "", parts: "", numbers: [] });

/** In joined files a card may begin on the last line of another, after a byte order mark. */
const cardStart = /(?:\xef\xbb\xbf)?BEGIN:VCARD[ \t]*$/i;

async function readVcards(file: Blob, { onProgress, signal }: ReadOptions): Promise<SheetText> {
  const csv = createCsvBlob();
  const rows = createRowCells();
  const open: Card[] = [];
  /** Properties outside of cards, from a card whose beginning is missing. */
  let stray = newCard();
  const version = () => (open.at(-1) ?? stray).version;

  function write(...cells: [phone: string, name: string, type: string]) {
    rows.begin(rows.row() + 1);
    for (const [column, cell] of cells.entries()) rows.put(column, cell);
    csv.row(rows.row(), rows.cells(), false);
  }

  function writeCard({ name, parts, numbers }: Card, isWhole: boolean) {
    // An incomplete card may lack the end of its last number, or its own name.
    for (const { number, types } of numbers) write(isWhole ? number : `unfinished: ${number}`, name || parts, types);
    if (numbers.length === 0) write("", name || parts || "(no name)", "");
  }

  function endStray() {
    if (stray.name || stray.parts || stray.numbers.length > 0) writeCard(stray, false);
    stray = newCard();
  }

  function beginCard() {
    endStray();
    open.push(newCard());
  }

  function endCard() {
    const card = open.pop();
    if (card) writeCard(card, true);
    else endStray();
  }

  function onLine(line: string) {
    const joined = line.search(cardStart);
    if (joined > 0) onLine(line.slice(0, joined));
    const property = propertyOf(joined > 0 ? line.slice(joined).replace(mark, "") : line);
    if (!property) return;
    const card = open.at(-1) ?? stray;
    if (property.name === "BEGIN") beginCard();
    else if (property.name === "END") endCard();
    else if (property.name === "VERSION") card.version = property.value.trim();
    else if (property.name === "FN") card.name ||= textOf(property);
    else if (property.name === "N") card.parts ||= nameOf(textsOf(property));
    else if (property.name === "TEL") card.numbers.push({ number: telephoneText(property), types: typesOf(property) });
  }

  write("phone_number", "name", "type");
  await readLines(file, { onLine, version, signal, onBytes: (read) => onProgress(read, file.size, csv.rows()) });
  endStray();
  for (const card of open) writeCard(card, false);
  if (rows.row() === 1) throw notVcard();
  return csv.end();
}

const nameOf = ([family = "", given = "", additional = "", before = "", after = ""]: readonly string[]) =>
  [before, given, additional, family, after].filter((part) => part.trim() !== "").join(" ");

type LineOptions = {
  onLine: (line: string) => void;
  version: () => string;
  signal: AbortSignal;
  onBytes: (readBytes: number) => void;
};

/** Reads lines with one character per byte and joins folded ones. Overlong lines, such as pictures, are cut off. */
async function readLines(file: Blob, { onLine, version, signal, onBytes }: LineOptions): Promise<void> {
  let line = "";
  let rest = "";
  let read = 0;

  function addLine(rawLine: string) {
    const physical = rawLine.replace(mark, "");
    const isFolded = /^[ \t]/.test(physical);
    const isSoftBreak = line.endsWith("=") && /^[^:]*QUOTED-PRINTABLE/i.test(line);
    if (!isFolded && !isSoftBreak) {
      onLine(line);
      line = physical;
    } else if (line.length < limits.lineBytes) {
      // Version 2.1 folds lines at a blank of the text; later versions insert one.
      if (isSoftBreak) line = line.slice(0, -1) + physical;
      else line += version() === "2.1" ? physical : physical.slice(1);
    }
  }

  const reader = file.stream().getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      signal.throwIfAborted();
      const physical = (rest + charactersOf(chunk.value)).split(lineEnd);
      rest = (physical.pop() ?? "").slice(-limits.lineBytes);
      for (const physicalLine of physical) addLine(physicalLine);
      read += chunk.value.length;
      onBytes(read);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  addLine(rest.replace(/\r+$/, ""));
  onLine(line);
}

/**
 * Line ends that were converted twice have several returns before a feed. Returns at the end may precede a feed that is
 * still to come.
 */
const lineEnd = /\r{0,8}\n|\r(?!\r{0,8}$)/;

const mark = /^\xef\xbb\xbf/;

const chunkBytes = 8_192;

function charactersOf(bytes: Uint8Array): string {
  let text = "";
  for (let index = 0; index < bytes.length; index += chunkBytes)
    text += String.fromCharCode(...bytes.subarray(index, index + chunkBytes));
  return text;
}

/** Property of a vCard. `value` is raw, with one character per byte. */
type Property = { name: string; types: readonly string[]; charset: string; encoding: string; value: string };

const line = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):/;
const parameter = /;(?:([\w-]+)=)?((?:"[^"]*"|[^";])*)/g;

/** Parses a line; undefined if it is not a property. */
function propertyOf(text: string): Property | undefined {
  const [head = "", name = "", parameters = ""] = line.exec(text) ?? [];
  if (head === "") return undefined;
  const property = { name: name.toUpperCase(), charset: "utf-8", encoding: "", value: text.slice(head.length) };
  const types: string[] = [];
  for (const [, key = "type", written = ""] of parameters.matchAll(parameter)) {
    const value = written.replaceAll('"', "").trim().toLowerCase();
    if (/^charset$/i.test(key)) property.charset = value;
    else if (/^encoding$/i.test(key) || value === "quoted-printable") property.encoding = value;
    else if (/^type$/i.test(key)) types.push(...value.split(","));
  }
  return { ...property, types: types.filter(Boolean) };
}

const textOf = (property: Property) => unescaped(decoded(property)).trim();

/** Parts of a structured value. */
const textsOf = (property: Property) =>
  decoded(property)
    .split(/(?<=(?:^|[^\\])(?:\\\\)*);/)
    .map((part) => unescaped(part).trim());

const typesOf = ({ types }: Property) => types.filter((type) => !/^(?:pref|voice)$/.test(type)).join(", ");

/** Number as written. Numbers of machines get a prefix such as "fax: ", so that they are not valid phone numbers. */
function telephoneText(property: Property): string {
  const number = uriText(textOf(property).replace(/^tel:/i, ""));
  const machine = property.types.find((type) => /^(?:fax|pager|modem|bbs|textphone)$/.test(type));
  return machine ? `${machine}: ${number}` : number;
}

const uriText = (text: string) => attempt(() => decodeURIComponent(text)) ?? text;

const unescaped = (text: string) =>
  text.replace(/\\([\\,;:nN])/g, (_, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign));

/** Decodes a value in its charset. Invalid bytes become U+FFFD. */
function decoded({ value, encoding, charset }: Property): string {
  const bytes = Uint8Array.from(bytesOf(value, encoding), (character) => character.charCodeAt(0));
  return attempt(() => new TextDecoder(charset).decode(bytes)) ?? new TextDecoder().decode(bytes);
}

function bytesOf(value: string, encoding: string): string {
  if (encoding === "quoted-printable")
    return value.replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  if (encoding !== "b" && encoding !== "base64") return value;
  return attempt(() => atob(value.replace(/\s/g, ""))) ?? "\xff";
}
