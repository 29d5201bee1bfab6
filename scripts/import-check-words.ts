import { bytesWord } from "@/components/contact-import/bytes-word";
import { columnWords, countWords, formatWords } from "@/components/contact-import/file-words";
import { headingNames, orderGroups } from "@/components/contact-import/group-order";
import { groupWords, headingOf, headings } from "@/components/contact-import/group-words";
import { sumWords } from "@/components/contact-import/sum-words";
import type { GroupReport, Look, Refusal, Report } from "@/lib/client/contacts/engine";
import type { Format, Mapping } from "@/lib/client/contacts/plan";
import { regionName } from "@/lib/client/contacts/row-words";
import type { Group } from "@/lib/client/contacts/verdicts";

export type Found = {
  name: string;
  bytes: number;
  format: Format;
  workbook: { sheets: readonly string[]; sheet: number } | undefined;
  look: Look;
  mapping: Mapping;
  guessed: Look["guessed"];
};

const examples = 3;
const widestCell = 60;

/** What a file was found to be, before its rows are counted. */
export function foundLines({ name, bytes, format, workbook, look, mapping, guessed }: Found): string[] {
  const column = (at: number) => shown(columnWords(look.columns[at], at));
  const note = (is: boolean) => (is ? " (guessed)" : "");
  const others = look.columns.flatMap((_, at) =>
    at === mapping.phone || mapping.name.includes(at) ? [] : [column(at)],
  );
  const sheets = workbook && workbook.sheets.length > 1 ? [line("sheets", workbook.sheets.map(shown).join(", "))] : [];
  return [
    `${shown(name)}, ${bytesWord(bytes)}`,
    line("format", shown(formatWords(format, workbook))),
    ...sheets,
    line("phone_number", column(mapping.phone) + note(guessed.phone)),
    line("name", mapping.name.map(column).join(" + ") + note(guessed.name)),
    line("not sent", others.join(", ") || "none of the columns is left out"),
    ...look.doubts.map((doubt) => line("note", doubt)),
  ];
}

const line = (what: string, says: string) => `  ${what.padEnd(13)} ${says}`;

/** What the whole file came to. */
export function reportLines(report: Report): string[] {
  const groups = orderGroups(report.groups);
  const headed = headingNames.flatMap((heading) => {
    const own = groups.filter(({ group }) => headingOf(group) === heading);
    return own.length > 0 ? ["", headings[heading], ...own.flatMap(groupLines)] : [];
  });
  return [sumWords(report), ...headed, ...countryLines(report)];
}

function groupLines({ group, count, examples: rows }: GroupReport): string[] {
  const way = ways[group];
  return [
    `${figure(count)}  ${groupWords[group].title}${way ? ` (${way})` : ""}`,
    ...(group === "ok" || group === "blank" ? [] : rows.slice(0, examples)).map(
      ({ row, phone, name }) => `${" ".repeat(13)}row ${row.toLocaleString("en-US")}: ${shown(phone)}, ${shown(name)}`,
    ),
  ];
}

/** Options that clear a whole group. */
const ways: Partial<Record<Group, string>> = {
  international: "--country or --add-plus can clear these",
  name_missing: "--name-from-number clears these",
  encoding: "--encoding windows-1252 may clear these",
};

function countryLines({ countries }: Report): string[] {
  if (countries.length === 0) return [];
  return [
    "",
    "Will be sent, by country",
    ...countries.map(({ country, count }) => `${figure(count)}  ${regionName(country)}`),
  ];
}

const figure = (count: number) => count.toLocaleString("en-US").padStart(11);

/** Why a file could not be read, and what to try. */
export function refusalLines({ sentence, asWindows1252 = [] }: Refusal): string[] {
  if (asWindows1252.length === 0) return [sentence];
  return [
    sentence,
    "As Windows-1252:",
    ...asWindows1252.map(({ row, text }) => `  row ${row.toLocaleString("en-US")}: ${shown(text)}`),
    "To read it so: --encoding windows-1252",
  ];
}

export const writtenWords = (path: string, rows: number) => `Written: ${shown(path)}, ${countWords(rows, "row")}`;

/** A file's text as it can stand on a terminal: on one line, not too wide, with nothing in it that a terminal obeys. */
export function shown(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
  const letters = [...plain];
  const cut = letters.length > widestCell ? `${letters.slice(0, widestCell - 1).join("")}…` : plain;
  return cut === "" ? "(empty)" : cut;
}
