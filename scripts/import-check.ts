import { createWriteStream, openAsBlob } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createContactEngine } from "@/lib/contacts/create-engine";
import type { Opened, Progress, Refusal, Report, WrittenKind } from "@/lib/contacts/engine";
import { proposeCountry } from "@/lib/contacts/messages/country-messages";
import type { Format } from "@/lib/contacts/plan";
import { readSample } from "@/lib/contacts/read/sample";
import { sniffFormat } from "@/lib/contacts/read/sniff";
import { Problem } from "@/lib/contract/problem";
import { formatCount } from "@/lib/format/format-count";
import { leaveOutBlocked } from "./import-check/blocked";
import { matchColumns } from "./import-check/columns";
import { chosenRows } from "./import-check/consent";
import {
  fileLines,
  forTerminal,
  type OpenedFile,
  refusalLines,
  reportLines,
  writtenMessage,
} from "./import-check/messages";
import { type ImportCheckOptions, options, parseOptions, usage, usageProblem } from "./import-check/options";
import { compareWithServer, uploadList } from "./import-check/send";
import { runCommand, type ValuesOf } from "./support/run-command";
import { tokenClient } from "./support/token-client";

const exitCodes = { sendable: 0, toFix: 1, unreadable: 2 } as const;

const engine = createContactEngine();

async function read(values: ValuesOf<typeof options>, words: readonly string[]) {
  const countries = (await engine.countries()).map(({ country }) => country);
  const request = parseOptions(values, words, countries);
  await refuseOverwrite(request);
  return request;
}

/** Checks a contact list like the import page, and can write the page's files of sent and not sent rows. */
async function run(request: ImportCheckOptions) {
  const file = await fileAt(request.file);
  const opened = await openFile(file, request);
  if (!request.json) console.log(`${fileLines(opened).join("\n")}\n`);

  const { format, mapping } = opened;
  const plan = { format, mapping, rules: request.rules, edits: new Map() };
  const only = await chosenRows(engine, { plan, preview: opened.preview }, request);
  const checked = await engine.check({ ...plan, rules: { ...request.rules, only } }, showProgress);
  clearProgress();
  if ("refusal" in checked) throw refused(checked.refusal);
  const client = request.upload && tokenClient(request.upload);
  const comparison = client && (await compareWithServer(engine, checked, client, basename(request.file)));
  const { report, isCompared, note } = comparison ?? (await leaveOutBlocked(engine, checked));
  if (!request.json)
    console.log([...reportLines(report, await countryOptions(opened, report, request)), "", note].join("\n"));

  const written = [
    ...(request.report === undefined ? [] : [await write("notSent", report, request.report)]),
    ...(request.clean === undefined ? [] : [await write("sent", report, request.clean)]),
  ];
  if (request.json)
    console.log(
      JSON.stringify(
        { ...asJson(opened), ...report, bins: undefined, checkId: undefined, isDoNotCallCompared: isCompared, written },
        null,
        2,
      ),
    );
  else if (written.length > 0)
    console.log(["", ...written.map(({ path, rows }) => writtenMessage(path, rows))].join("\n"));
  if (client && comparison) return uploadList(engine, { client, plan, fileName: opened.name, ...comparison });
  return report.counts.toFix > 0 ? exitCodes.toFix : exitCodes.sendable;
}

/** The country that the list suggests, unless the person chose one, and the column that names those of the rows. */
async function countryOptions({ preview, mapping }: OpenedFile, { origins }: Report, { rules }: ImportCheckOptions) {
  const column = preview.columns[mapping.country ?? -1]?.name;
  const { country } = rules;
  if (country !== null) return { column, country };
  const callingCodes = new Map((await engine.countries()).map(({ country, callingCode }) => [country, callingCode]));
  const callingCodeOf = (other: string) => callingCodes.get(other);
  return { column, country, proposal: proposeCountry({ origins, column, callingCodeOf }) };
}

/** Resolves a path against the person's working directory, because npm runs scripts in the project folder. */
const resolvePath = (path: string) => resolve(process.env.INIT_CWD ?? ".", path);

async function fileAt(path: string): Promise<File> {
  const stats = await stat(resolvePath(path)).catch(() => {
    // Reported below as a missing file.
    return undefined;
  });
  if (!stats) throw new Problem("bad_input", `The file ${forTerminal(path)} does not exist.`);
  if (!stats.isFile()) throw new Problem("bad_input", `${forTerminal(path)} is not a file.`);
  const blob = await openAsBlob(resolvePath(path)).catch(() => {
    throw new Problem("bad_input", `${forTerminal(path)} could not be opened.`);
  });
  return new File([blob], basename(path));
}

/** Throws if an output path is the input file or another output path. */
async function refuseOverwrite({ file, report, clean }: ImportCheckOptions) {
  const outputPaths = [report, clean].flatMap((path) => (path === undefined ? [] : [resolvePath(path)]));
  const realPaths = await Promise.all(
    [resolvePath(file), ...outputPaths].map((path) => realpath(path).catch(() => path)),
  );
  if (new Set(realPaths).size < realPaths.length)
    throw usageProblem("--report and --clean must name different files, other than the input file.");
}

async function openFile(file: File, request: ImportCheckOptions): Promise<OpenedFile> {
  const opened = await onSheet(await engine.open(file, showProgress), request);
  clearProgress();
  if (opened.kind === "workbook" && (request.encoding || request.delimiter))
    throw usageProblem("--encoding and --delimiter do not apply to a workbook.");
  if (opened.kind === "refused" && !(request.encoding && opened.refusal.encodings)) throw refused(opened.refusal);
  const format = await formatOf(file, opened, request);
  const preview = opened.kind !== "refused" && format === opened.format ? opened.preview : await engine.preview(format);
  if ("refusal" in preview) throw refused(preview.refusal);
  return {
    name: file.name,
    bytes: file.size,
    format,
    book: opened.kind === "workbook" ? opened.book : undefined,
    preview,
    ...matchColumns(preview, request),
    encodings: opened.kind === "text" && !request.encoding ? opened.encodings : undefined,
  };
}

/** Opens the requested sheet. If none was requested and the default is refused, the message lists the other sheets. */
async function onSheet(opened: Opened, { sheet }: ImportCheckOptions): Promise<Opened> {
  const book = "book" in opened ? opened.book : undefined;
  const names = book?.sheets.map(({ name }) => name) ?? [];
  if (sheet === undefined) return opened.kind === "refused" ? withSheets(opened, names) : opened;
  if (names.length === 0)
    return opened.kind === "refused" ? opened : Promise.reject(usageProblem("This file has no sheets."));
  const indexByName = names.indexOf(sheet);
  const index = indexByName === -1 && /^\d+$/.test(sheet) ? Number(sheet) - 1 : indexByName;
  if (names[index] === undefined)
    throw usageProblem(
      `There is no sheet ${forTerminal(sheet)}. The sheets are ${names.map((name) => forTerminal(name)).join(", ")}.`,
    );
  return index === book?.sheet ? opened : engine.openSheet(index, showProgress);
}

function withSheets(opened: Extract<Opened, { kind: "refused" }>, names: readonly string[]): Opened {
  if (names.length < 2) return opened;
  const all = names.map((name) => forTerminal(name)).join(", ");
  const sentence = `${opened.refusal.sentence}\nTo read another sheet, pass --sheet NAME|N: ${all}.`;
  return { ...opened, refusal: { ...opened.refusal, sentence } };
}

/** The guessed format, or the one that follows from a requested encoding or delimiter. */
async function formatOf(file: File, opened: Opened, { encoding, delimiter }: ImportCheckOptions): Promise<Format> {
  if (opened.kind !== "refused" && !encoding && !delimiter) return opened.format;
  const read = encoding ?? (opened.kind === "refused" ? "utf-8" : opened.format.encoding);
  const sample = await readSample(file, read);
  return sniffFormat("badText" in sample ? { texts: [] } : sample, read, delimiter);
}

async function write(kind: WrittenKind, { checkId }: Report, path: string) {
  const { file, rows, sha256 } = await engine.write({ kind, checkId }, showProgress);
  clearProgress();
  await pipeline(Readable.from(file.stream()), createWriteStream(resolvePath(path))).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem("bad_input", `${forTerminal(path)} could not be written: ${reason}`);
  });
  return { kind, path, rows, sha256 };
}

const asJson = ({ name, bytes, format, book, preview, mapping, guessed, encodings }: OpenedFile) => ({
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
  describeError: (error) => {
    clearProgress();
    if (!(error instanceof Problem)) return error;
    return typeof error.cause === "string" ? `${error.message}\n${error.cause}` : error.message;
  },
});
