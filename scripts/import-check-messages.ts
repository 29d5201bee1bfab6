import type { Book, EncodingSample, GroupReport, Preview, Refusal, Report } from "@/lib/contacts/engine";
import {
  columnWords,
  formatMessage,
  hiddenMessage,
  joinList,
  otherLists,
  whySheet,
} from "@/lib/contacts/messages/file-messages";
import {
  groupMessage,
  headingNames,
  headingOf,
  headings,
  orderGroups,
  sumMessage,
} from "@/lib/contacts/messages/group-messages";
import { encodingNames, type Format, type Mapping } from "@/lib/contacts/plan";
import { regionName } from "@/lib/contacts/validate/row-messages";
import type { Group } from "@/lib/contacts/validate/row-status";
import { countOf, formatBytes, formatCount } from "@/lib/format/format-count";

export type Found = {
  name: string;
  bytes: number;
  format: Format;
  book: Book | undefined;
  preview: Preview;
  mapping: Mapping;
  guessed: Preview["guessed"];
  /** Those that the file may be in, where its bytes tell none and nobody said which. */
  encodings: readonly EncodingSample[] | undefined;
};

const examples = 3;
const widestCell = 60;

/** What a file was found to be, before its rows are counted. */
export function foundLines({ name, bytes, format, book, preview, mapping, guessed, encodings }: Found): string[] {
  const column = (at: number) => shown(columnWords(preview.columns[at], at));
  const note = (is: boolean) => (is ? " (guessed)" : "");
  const others = preview.columns.flatMap((_, at) =>
    at === mapping.phone || mapping.name.includes(at) ? [] : [column(at)],
  );
  return [
    `${shown(name)}, ${formatBytes(bytes)}`,
    line("format", shown(formatMessage(format, book))),
    ...(book ? sheetLines(book) : []),
    line("phone_number", column(mapping.phone) + note(guessed.phone)),
    line("name", mapping.name.map(column).join(" + ") + note(guessed.name)),
    line("not sent", others.join(", ") || "none of the columns is left out"),
    ...(preview.hiddenRows > 0 ? [line("note", hiddenMessage(preview.hiddenRows))] : []),
    ...preview.doubts.map((doubt) => line("note", oneLine(doubt))),
    ...(encodings ? guessedLines(format, encodings) : []),
  ];
}

function sheetLines(book: Book): string[] {
  if (book.sheets.length < 2) return [];
  const others = otherLists(book).map((at) => shown(joinList(book.sheets[at], at)));
  return [
    line("sheets", book.sheets.map(({ name }) => shown(name)).join(", ")),
    ...[whySheet(book)].filter(Boolean).map((why) => line("note", oneLine(why))),
    ...(others.length > 0 ? [line("other lists", `${others.join("; ")} (--sheet NAME reads one)`)] : []),
  ];
}

const line = (label: string, text: string) => `  ${label.padEnd(13)} ${text}`;

/** What the whole file came to. */
export function reportLines(report: Report): string[] {
  const groups = orderGroups(report.groups);
  const headed = headingNames.flatMap((heading) => {
    const own = groups.filter(({ group }) => headingOf(group) === heading);
    return own.length > 0 ? ["", headings[heading], ...own.flatMap(groupLines)] : [];
  });
  return [sumMessage(report), ...headed, ...countryLines(report)];
}

function groupLines({ group, count, examples: rows }: GroupReport): string[] {
  const way = ways[group];
  return [
    `${figure(count)}  ${groupMessage[group].title}${way ? ` (${way})` : ""}`,
    ...(group === "ok" || group === "blank" ? [] : rows.slice(0, examples)).map(
      ({ row, phone, name }) => `${" ".repeat(13)}row ${formatCount(row)}: ${shown(phone)}, ${shown(name)}`,
    ),
  ];
}

/** Options that clear a whole group. */
const ways: Partial<Record<Group, string>> = {
  international: "--country or --add-plus can clear these",
  name_missing: "--name-from-number clears these",
  hidden: "--hidden-rows send sends these too",
  not_a_name: "--name-from-number clears these",
  labelled: "--use-suggestions clears these",
  letters: "--use-suggestions and --drop-extensions may clear these",
  encoding: "--use-suggestions or another --encoding may clear these",
  columns: "--join-extra-cells may clear these",
};

function countryLines({ countries }: Report): string[] {
  if (countries.length === 0) return [];
  return [
    "",
    "Will be sent, by country",
    ...countries.map(({ country, count }) => `${figure(count)}  ${regionName(country)}`),
  ];
}

const figure = (count: number) => formatCount(count).padStart(11);

/** Why a file could not be read, and what to try. */
export function refusalLines({ sentence, encodings = [] }: Refusal): string[] {
  return [sentence, ...encodings.slice(0, shownEncodings).flatMap(encodingLines)];
}

const shownEncodings = 3;

const encodingLines = ({ encoding, lines }: EncodingSample) => [
  `As ${encodingNames[encoding]}, with --encoding ${encoding}:`,
  ...lines.map(({ row, text }) => `  row ${formatCount(row)}: ${shown(text)}`),
];

/** The encoding that was taken because the bytes tell none, and the likeliest others, with the same lines in each. */
function guessedLines(format: Format, encodings: readonly EncodingSample[]): string[] {
  const taken = encodings.filter(({ encoding }) => encoding === format.encoding);
  const others = encodings.filter(({ encoding }) => encoding !== format.encoding).slice(0, shownEncodings - 1);
  return [
    line("note", `This file is not UTF-8. It is read as ${encodingNames[format.encoding]}: are these letters right?`),
    ...[...taken, ...others].flatMap(encodingLines).map((each) => `    ${each}`),
  ];
}

export const writtenMessage = (path: string, rows: number) => `Written: ${shown(path)}, ${countOf(rows, "row")}`;

/** A file's text as it can stand on a terminal: on one line, not too wide, with nothing in it that a terminal obeys. */
export function shown(text: string): string {
  const plain = oneLine(text);
  const letters = [...plain];
  const cut = letters.length > widestCell ? `${letters.slice(0, widestCell - 1).join("")}…` : plain;
  return cut === "" ? "(empty)" : cut;
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
