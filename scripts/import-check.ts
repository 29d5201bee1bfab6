import { createWriteStream, openAsBlob } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createContactEngine } from "@/lib/contacts/create-engine";
import type { Opened, Progress, Refusal, Report, WrittenKind } from "@/lib/contacts/engine";
import type { Format } from "@/lib/contacts/plan";
import { readSample } from "@/lib/contacts/read/sample";
import { sniffFormat } from "@/lib/contacts/read/sniff";
import { Problem } from "@/lib/contract/problem";
import { formatCount } from "@/lib/format/format-count";
import { matchColumns } from "./import-check-columns";
import { type Found, foundLines, refusalLines, reportLines, shown, writtenMessage } from "./import-check-messages";
import { type Asked, options, readAsked, usage, wrong } from "./import-check-options";
import { runCommand, type ValuesOf } from "./support/run-command";

const exitCodes = { sendable: 0, toFix: 1, unreadable: 2 } as const;

const engine = createContactEngine();

async function read(values: ValuesOf<typeof options>, words: readonly string[]) {
  const countries = (await engine.countries()).map(({ country }) => country);
  const asked = readAsked(values, words, countries);
  await keepInput(asked);
  return asked;
}

/** Checks a contact list as the import page does, and may write what the page would: what is sent, and what is not. */
async function run(asked: Asked) {
  const file = await fileAt(asked.file);
  const found = await openFile(file, asked);
  if (!asked.json) console.log(`${foundLines(found).join("\n")}\n`);

  const { format, mapping } = found;
  const report = await engine.check({ format, mapping, rules: asked.rules, edits: new Map() }, showProgress);
  clearProgress();
  if ("refusal" in report) throw refused(report.refusal);
  if (!asked.json) console.log(reportLines(report).join("\n"));

  const written = [
    ...(asked.report === undefined ? [] : [await write("notSent", report, asked.report)]),
    ...(asked.clean === undefined ? [] : [await write("sent", report, asked.clean)]),
  ];
  if (asked.json)
    console.log(JSON.stringify({ ...asJson(found), ...report, bins: undefined, checkId: undefined, written }, null, 2));
  else if (written.length > 0)
    console.log(["", ...written.map(({ path, rows }) => writtenMessage(path, rows))].join("\n"));
  return report.counts.toFix > 0 ? exitCodes.toFix : exitCodes.sendable;
}

/** Where a path is for the person who typed it: npm runs its scripts elsewhere. */
const placeOf = (path: string) => resolve(process.env.INIT_CWD ?? ".", path);

async function fileAt(path: string): Promise<File> {
  const about = await stat(placeOf(path)).catch(() => undefined);
  if (!about) throw new Problem("bad_input", `There is no file ${shown(path)}.`);
  if (!about.isFile()) throw new Problem("bad_input", `${shown(path)} is no file.`);
  const blob = await openAsBlob(placeOf(path)).catch(() => {
    throw new Problem("bad_input", `${shown(path)} could not be opened.`);
  });
  return new File([blob], basename(path));
}

/** What is written may not take the place of what is read. */
async function keepInput({ file, report, clean }: Asked) {
  const places = [report, clean].flatMap((path) => (path === undefined ? [] : [placeOf(path)]));
  const real = await Promise.all([placeOf(file), ...places].map((path) => realpath(path).catch(() => path)));
  if (new Set(real).size < real.length) throw wrong("--report and --clean each need a file of their own.");
}

async function openFile(file: File, asked: Asked): Promise<Found> {
  const opened = await onSheet(await engine.open(file, showProgress), asked);
  clearProgress();
  if (opened.kind === "workbook" && (asked.encoding || asked.delimiter))
    throw wrong("A workbook has no encoding and no delimiter.");
  if (opened.kind === "refused" && !(asked.encoding && opened.refusal.encodings)) throw refused(opened.refusal);
  const format = await formatOf(file, opened, asked);
  const preview = opened.kind !== "refused" && format === opened.format ? opened.preview : await engine.preview(format);
  if ("refusal" in preview) throw refused(preview.refusal);
  return {
    name: file.name,
    bytes: file.size,
    format,
    book: opened.kind === "workbook" ? opened.book : undefined,
    preview,
    ...matchColumns(preview, asked),
    encodings: opened.kind === "text" && !asked.encoding ? opened.encodings : undefined,
  };
}

/** The sheet that was asked for. One that is read without being asked for may hold no list, and another one be meant. */
async function onSheet(opened: Opened, { sheet }: Asked): Promise<Opened> {
  const book = "book" in opened ? opened.book : undefined;
  const names = book?.sheets.map(({ name }) => name) ?? [];
  if (sheet === undefined) return opened.kind === "refused" ? withSheets(opened, names) : opened;
  if (names.length === 0) return opened.kind === "refused" ? opened : Promise.reject(wrong("This file has no sheets."));
  const named = names.indexOf(sheet);
  const at = named === -1 && /^\d+$/.test(sheet) ? Number(sheet) - 1 : named;
  if (names[at] === undefined)
    throw wrong(`There is no sheet ${shown(sheet)}: ${names.map((name) => shown(name)).join(", ")}.`);
  return at === book?.sheet ? opened : engine.openSheet(at, showProgress);
}

function withSheets(opened: Extract<Opened, { kind: "refused" }>, names: readonly string[]): Opened {
  if (names.length < 2) return opened;
  const all = names.map((name) => shown(name)).join(", ");
  const sentence = `${opened.refusal.sentence}\nGive --sheet NAME|N for another sheet: ${all}.`;
  return { ...opened, refusal: { ...opened.refusal, sentence } };
}

/** The format that was guessed, or the one that a given encoding or delimiter leads to. */
async function formatOf(file: File, opened: Opened, { encoding, delimiter }: Asked): Promise<Format> {
  if (opened.kind !== "refused" && !encoding && !delimiter) return opened.format;
  const read = encoding ?? (opened.kind === "refused" ? "utf-8" : opened.format.encoding);
  const sample = await readSample(file, read);
  return sniffFormat("badText" in sample ? { texts: [] } : sample, read, delimiter);
}

async function write(kind: WrittenKind, { checkId }: Report, path: string) {
  const { file, rows, sha256 } = await engine.write({ kind, checkId }, showProgress);
  clearProgress();
  await pipeline(Readable.from(file.stream()), createWriteStream(placeOf(path))).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new Problem("bad_input", `${shown(path)} could not be written: ${why}`);
  });
  return { kind, path, rows, sha256 };
}

const asJson = ({ name, bytes, format, book, preview, mapping, guessed, encodings }: Found) => ({
  file: name,
  bytes,
  format,
  ...(book && { sheets: book.sheets, sheet: book.sheet }),
  hiddenRows: preview.hiddenRows,
  columns: preview.columns.map((column) => column.name),
  mapping,
  guessed,
  doubts: preview.doubts,
  encodings,
});

const refused = (refusal: Refusal) => new Problem("bad_input", refusalLines(refusal).join("\n"));

function showProgress({ readBytes, totalBytes, rows }: Progress) {
  if (!process.stderr.isTTY) return;
  const percent = totalBytes > 0 ? Math.floor((100 * readBytes) / totalBytes) : 0;
  process.stderr.write(`\r\u001b[K${percent} %, ${formatCount(rows)} rows`);
}

function clearProgress() {
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
}

runCommand({
  usage,
  options,
  takesWords: true,
  read,
  run,
  failed: exitCodes.unreadable,
  said: (error) => {
    clearProgress();
    if (!(error instanceof Problem)) return error;
    return typeof error.cause === "string" ? `${error.message}\n${error.cause}` : error.message;
  },
});
