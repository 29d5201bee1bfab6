import { countryName } from "@/lib/contacts/country-name";
import type { Book, EncodingSample, GroupReport, Preview, Refusal, Report } from "@/lib/contacts/engine";
import {
  betterCountryMessage,
  type CountryProposal,
  namedCountriesMessage,
} from "@/lib/contacts/messages/country-messages";
import {
  columnWords,
  differencesOf,
  formatMessage,
  hiddenMessage,
  joinList,
  otherLists,
  whySheet,
} from "@/lib/contacts/messages/file-messages";
import { numberNotes } from "@/lib/contacts/messages/mapping-messages";
import { encodingNames, type Format, type Mapping } from "@/lib/contacts/plan";
import { headings } from "@/lib/contacts/row-status/declaration";
import {
  groupTitle,
  headingNames,
  headingOf,
  orderGroups,
  sumMessage,
} from "@/lib/contacts/row-status/report-messages";
import { type Group, isReplaceableName, keptAnyway, statusesOf } from "@/lib/contacts/row-status/row-status";
import { countOf, formatBytes, formatCount } from "@/lib/format/format-count";

export type OpenedFile = {
  name: string;
  bytes: number;
  format: Format;
  book: Book | undefined;
  preview: Preview;
  mapping: Mapping;
  guessed: Preview["guessed"];
  /** Possible encodings, only if the file's bytes are ambiguous and none was requested. */
  encodings: readonly EncodingSample[] | undefined;
};

const examples = 3;
const maxWidth = 60;

/** Describes the opened file before its rows are counted. */
export function fileLines({ name, bytes, format, book, preview, mapping, guessed, encodings }: OpenedFile): string[] {
  const column = (index: number) => forTerminal(columnWords(preview.columns[index], index));
  const guessedNote = (isGuessed: boolean) => (isGuessed ? " (guessed)" : "");
  const others = preview.columns.flatMap((_, index) =>
    [mapping.phone, mapping.fallback, ...mapping.name].includes(index) ? [] : [column(index)],
  );
  return [
    `${forTerminal(name)}, ${formatBytes(bytes)}`,
    line("format", forTerminal(formatMessage(format, book))),
    ...(book ? sheetLines(book) : []),
    line("phone_number", column(mapping.phone) + guessedNote(guessed.phone)),
    ...(mapping.fallback === undefined ? [] : [line("otherwise", column(mapping.fallback))]),
    line("name", mapping.name.map(column).join(" + ") + guessedNote(guessed.name)),
    ...numberNotes(preview, mapping).map(({ text }) => line("note", oneLine(text))),
    line("not sent", others.join(", ") || "no columns"),
    ...(preview.hiddenRows > 0 ? [line("note", hiddenMessage(preview.hiddenRows))] : []),
    ...preview.doubts.map((doubt) => line("note", oneLine(doubt))),
    ...(encodings ? guessedLines(format, encodings) : []),
  ];
}

function sheetLines(book: Book): string[] {
  if (book.sheets.length < 2) return [];
  const others = otherLists(book).map((index) => forTerminal(joinList(book.sheets[index], index)));
  return [
    line("sheets", book.sheets.map(({ name }) => forTerminal(name)).join(", ")),
    ...[whySheet(book)].filter(Boolean).map((reason) => line("note", oneLine(reason))),
    ...(others.length > 0 ? [line("other lists", `${others.join("; ")} (--sheet NAME reads one)`)] : []),
  ];
}

const line = (label: string, text: string) => `  ${label.padEnd(13)} ${text}`;

/** Describes the results of the whole file. */
export function reportLines(report: Report, options: CountryOptions): string[] {
  const groups = orderGroups(report.groups);
  const headingLines = headingNames.flatMap((heading) => {
    const groupsOfHeading = groups.filter(({ group }) => headingOf(group) === heading);
    return groupsOfHeading.length > 0 ? ["", headings[heading].words, ...groupsOfHeading.flatMap(groupLines)] : [];
  });
  return [sumMessage(report), ...headingLines, ...countryLines(report), ...readLines(report, options)];
}

function groupLines({ group, count, reasons = [], examples: rows }: GroupReport): string[] {
  const hint = hintOf(group);
  const title = groupTitle({ group, reasons });
  return [
    `${figure(count)}  ${forTerminal(title)}${hint ? ` (${hint})` : ""}`,
    ...(reasons.length > 1 ? reasons : []).map(
      ({ reason, count: rows }) => `${" ".repeat(13)}${forTerminal(reason)}, ${countOf(rows, "row")}`,
    ),
    ...(group === "ok" || group === "blank" ? [] : rows.slice(0, examples)).map(
      ({ row, phone, name }) => `${" ".repeat(13)}row ${formatCount(row)}: ${forTerminal(phone)}, ${forTerminal(name)}`,
    ),
  ];
}

/** Options that clear a whole group. */
const hints: Partial<Record<Group, string>> = {
  international: "--country or --add-plus can clear these",
  no_trunk: "--use-suggestions clears these",
  area_code: "--use-suggestions clears these",
  hidden: "--hidden-rows send sends these too",
  labelled: "--use-suggestions clears these",
  letters: "--use-suggestions and --drop-extensions may clear these",
  encoding: "--use-suggestions or another --encoding may clear these",
  columns: "--join-extra-cells may clear these",
};

function hintOf(group: Group): string | undefined {
  const kept = keptAnyway.find((rowStatus) => statusesOf(group).includes(rowStatus));
  if (kept) return `--keep-anyway ${kept} sends these`;
  return statusesOf(group).some(isReplaceableName) ? "--name-from-number clears these" : hints[group];
}

function countryLines({ countries }: Report): string[] {
  if (countries.length === 0) return [];
  return [
    "",
    "Will be uploaded, by country",
    ...countries.map(({ country, count }) => `${figure(count)}  ${countryName(country)}`),
  ];
}

type CountryOptions = { proposal?: CountryProposal | undefined; column: string | undefined; country: string | null };

function readLines({ origins }: Report, { column, country, proposal }: CountryOptions): string[] {
  const read = [namedCountriesMessage(origins, column), betterCountryMessage(origins, country)].filter(Boolean);
  return [...(read.length > 0 ? ["", ...read.map(oneLine)] : []), ...proposalLines(origins, proposal)];
}

function proposalLines(origins: Report["origins"], proposal: CountryProposal | undefined): string[] {
  if (!proposal) return [];
  const { country, proofs } = proposal;
  const numbers = `${countOf(origins.uncoded, "number")} without a country code`;
  return [
    "",
    ...proofs.map(forTerminal),
    `--country ${country} reads ${numbers} as numbers in ${countryName(country)}.`,
  ];
}

const figure = (count: number) => formatCount(count).padStart(11);

/** The reason why a file could not be read, and alternatives. */
export function refusalLines({ sentence, encodings = [] }: Refusal): string[] {
  return [sentence, ...encodings.slice(0, maxEncodings).flatMap((sample) => encodingLines(sample))];
}

const maxEncodings = 3;

const encodingLines = (sample: EncodingSample, now?: EncodingSample) => [
  `As ${encodingNames[sample.encoding]}, with --encoding ${sample.encoding}:`,
  ...differencesOf(now, sample).map(
    (line) => `  row ${formatCount(line.row)}: ${now ? `${forTerminal(line.now)} -> ` : ""}${forTerminal(line.other)}`,
  ),
];

/** Shows how the next likeliest encodings would change the lines. */
function guessedLines(format: Format, encodings: readonly EncodingSample[]): string[] {
  const used = encodings.find(({ encoding }) => encoding === format.encoding);
  const others = encodings.filter((sample) => sample !== used).slice(0, maxEncodings);
  const found = `This file is not UTF-8. It was read as ${encodingNames[format.encoding]}.`;
  return [
    line("note", `${found}${others.length > 0 ? " Check these letters:" : ""}`),
    ...others.flatMap((sample) => encodingLines(sample, used)).map((text) => `    ${text}`),
  ];
}

export const writtenMessage = (path: string, rows: number) => `Written: ${forTerminal(path)}, ${countOf(rows, "row")}`;

/** Makes a file's text safe for a terminal: one line, limited in width, without control characters. */
export function forTerminal(text: string): string {
  const plain = oneLine(text);
  const letters = [...plain];
  const cut = letters.length > maxWidth ? `${letters.slice(0, maxWidth - 1).join("")}…` : plain;
  return cut === "" ? "(empty)" : cut;
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
