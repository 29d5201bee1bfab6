import { limits } from "@/lib/contacts/plan";
import { sampleBytes, sniffEncoding } from "@/lib/contacts/read/sniff";
import { attempt } from "@/lib/format/attempt";
import { createCsvBlob } from "./csv-blob";
import { createRowCells } from "./row-cells";
import { notVcard, type ReadOptions, type SheetText, type Workbook } from "./workbook-types";

/** Contacts as phones and address books export them (vCard 2.1, 3.0, 4.0): each number is a row. */
export async function openVcards(file: Blob): Promise<Workbook> {
  return {
    kind: "vcard",
    sheets: [{ name: "", visibility: "visible" }],
    toCsv: async (_, reading) => readVcards(await asBytes(file), reading),
  };
}

/** UTF-16 becomes UTF-8: the others have their line ends and colons where plain text has them. */
async function asBytes(file: Blob): Promise<Blob> {
  const encoding = sniffEncoding(new Uint8Array(await file.slice(0, sampleBytes).arrayBuffer()));
  if (encoding !== "utf-16le" && encoding !== "utf-16be") return file;
  return new Blob([new TextDecoder(encoding).decode(await file.arrayBuffer())]);
}

type Card = { version: string; name: string; parts: string; numbers: { number: string; types: string }[] };

const newCard = (): Card => ({ version: "", name: "", parts: "", numbers: [] });

/** Files that were put together may have a card begin after the last line of another, with a mark between. */
const beginning = /(?:\xef\xbb\xbf)?BEGIN:VCARD[ \t]*$/i;

async function readVcards(file: Blob, { onProgress, signal }: ReadOptions): Promise<SheetText> {
  const csv = createCsvBlob();
  const rows = createRowCells();
  const open: Card[] = [];
  /** What stands outside of cards, where the beginning of one is missing. */
  let stray = newCard();
  const version = () => (open.at(-1) ?? stray).version;

  function write(...cells: [phone: string, name: string, type: string]) {
    rows.begin(rows.row() + 1);
    for (const [at, cell] of cells.entries()) rows.put(at, cell);
    csv.row(rows.row(), rows.cells(), false);
  }

  function writeCard({ name, parts, numbers }: Card, isWhole: boolean) {
    // Where a file breaks off a number may have lost its end, and where a card has no beginning its own name.
    for (const { number, types } of numbers) write(isWhole ? number : `unfinished: ${number}`, name || parts, types);
    if (numbers.length === 0) write("", name || parts || "(no name)", "");
  }

  function endStray() {
    if (stray.name || stray.parts || stray.numbers.length > 0) writeCard(stray, false);
    stray = newCard();
  }

  function begin() {
    endStray();
    open.push(newCard());
  }

  function end() {
    const card = open.pop();
    if (card) writeCard(card, true);
    else endStray();
  }

  function take(line: string) {
    const joined = line.search(beginning);
    if (joined > 0) take(line.slice(0, joined));
    const property = propertyOf(joined > 0 ? line.slice(joined).replace(mark, "") : line);
    if (!property) return;
    const card = open.at(-1) ?? stray;
    if (property.name === "BEGIN") begin();
    else if (property.name === "END") end();
    else if (property.name === "VERSION") card.version = property.value.trim();
    else if (property.name === "FN") card.name ||= textOf(property);
    else if (property.name === "N") card.parts ||= nameOf(textsOf(property));
    else if (property.name === "TEL") card.numbers.push({ number: telephoneText(property), types: typesOf(property) });
  }

  write("phone_number", "name", "type");
  await readLines(file, { take, version, signal, onBytes: (read) => onProgress(read, file.size, csv.rows()) });
  endStray();
  for (const card of open) writeCard(card, false);
  if (rows.row() === 1) throw notVcard();
  return csv.end();
}

const nameOf = ([family = "", given = "", additional = "", before = "", after = ""]: readonly string[]) =>
  [before, given, additional, family, after].filter((part) => part.trim() !== "").join(" ");

type Lines = {
  take: (line: string) => void;
  version: () => string;
  signal: AbortSignal;
  onBytes: (readBytes: number) => void;
};

/** Reads lines as bytes, a character each, and puts those together that belong to one. Pictures are cut off. */
async function readLines(file: Blob, { take, version, signal, onBytes }: Lines): Promise<void> {
  let line = "";
  let rest = "";
  let read = 0;

  function next(given: string) {
    const physical = given.replace(mark, "");
    const isMore = /^[ \t]/.test(physical);
    const isSoft = line.endsWith("=") && /^[^:]*QUOTED-PRINTABLE/i.test(line);
    if (!isMore && !isSoft) {
      take(line);
      line = physical;
    } else if (line.length < limits.lineBytes) {
      // Version 2.1 breaks lines at a blank that belongs to the text, the later ones put one in.
      if (isSoft) line = line.slice(0, -1) + physical;
      else line += version() === "2.1" ? physical : physical.slice(1);
    }
  }

  const reader = file.stream().getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      signal.throwIfAborted();
      const physical = (rest + charactersOf(chunk.value)).split(lineEnd);
      rest = (physical.pop() ?? "").slice(-limits.lineBytes);
      for (const each of physical) next(each);
      read += chunk.value.length;
      onBytes(read);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  next(rest.replace(/\r+$/, ""));
  take(line);
}

/** Text that was written as text twice has two returns before its feed. After the last ones more may come. */
const lineEnd = /\r{0,8}\n|\r(?!\r{0,8}$)/;

const mark = /^\xef\xbb\xbf/;

const step = 8_192;

function charactersOf(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step));
  return text;
}

/** One property of a vCard. Its value is as the file has it, a character for each byte. */
type Property = { name: string; types: readonly string[]; charset: string; encoding: string; value: string };

const line = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):/;
const parameter = /;(?:([\w-]+)=)?((?:"[^"]*"|[^";])*)/g;

/** A property, where a line is one. */
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

/** A value of several parts. */
const textsOf = (property: Property) =>
  decoded(property)
    .split(/(?<=(?:^|[^\\])(?:\\\\)*);/)
    .map((part) => unescaped(part).trim());

const typesOf = ({ types }: Property) => types.filter((type) => !/^(?:pref|voice)$/.test(type)).join(", ");

/** A number as it is written. One that nobody answers says so before it, and then it is no number. */
function telephoneText(property: Property): string {
  const number = uriText(textOf(property).replace(/^tel:/i, ""));
  const machine = property.types.find((type) => /^(?:fax|pager|modem|bbs|textphone)$/.test(type));
  return machine ? `${machine}: ${number}` : number;
}

const uriText = (text: string) => attempt(() => decodeURIComponent(text)) ?? text;

const unescaped = (text: string) =>
  text.replace(/\\([\\,;:nN])/g, (_, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign));

/** The value in its own letters; bytes that are none in its encoding come out as U+FFFD. */
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
