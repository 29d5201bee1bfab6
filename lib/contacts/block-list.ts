import type { Preview, Report } from "@/lib/contacts/engine";
import { type Format, type Mapping, type Plan, plainRules } from "@/lib/contacts/plan";
import { shareOf } from "@/lib/contacts/read/column-names";
import { isBareAnswer, registerMark } from "@/lib/contacts/read/register-marks";
import { bucketOf } from "@/lib/contacts/row-status/row-status";

/**
 * Plan for a list of numbers to block. Takes every number whose E.164 form is clear. Of several in one cell only the
 * first would be taken, so they are not read, nor are ten digits that look like those of another country.
 */
export const blockPlan = (format: Format, mapping: Mapping, country: string | null): Plan => ({
  format,
  mapping: { ...mapping, name: [] },
  rules: {
    ...plainRules,
    country,
    blocks: true,
    extraCells: "drop",
    sendsHidden: true,
    emptyName: "number",
    usesSuggestions: [
      ...(["plus_missing", "no_trunk", "area_code", "extension", "labelled", "letters"] as const),
      ...(["other_country", "premium"] as const),
    ],
  },
  edits: new Map(),
});

/** Columns of a list of numbers, which often has no header. `phone` is -1 if a person must choose. */
export function blockMapping(preview: Preview): Mapping {
  const { mapping, columns, usual } = preview;
  const country = mapping.country === undefined ? {} : { country: mapping.country };
  if (mapping.area !== undefined) return { phone: mapping.phone, name: [], area: mapping.area, ...country };
  const area = columns.findIndex((_, column) => holds(preview, column, areaCode) && holds(preview, column + 1, local));
  if (area >= 0 && (mapping.phone === -1 || mapping.phone === area + 1))
    return { phone: area + 1, name: [], area, others: [], ...country };
  const [first = -1] = mapping.phone >= 0 ? [mapping.phone] : usual.numberColumns;
  return { phone: columns.length === 1 ? 0 : first, name: [], ...country };
}

/** Columns of numbers beside the first one. Each is blocked unless a person unticks it. */
export const otherNumberColumns = ({ usual }: Preview, { phone, area }: Mapping) =>
  usual.numberColumns.filter((column) => column !== phone && column !== area);

const areaCode = /^\(?\d{2,5}\)?$/;
const local = /^\d{3,4}[ -]?\d{3,5}$/;
/** True if a file looks like a contact list that a register has answered: some of its people may be called. */
export function looksAnswered(preview: Preview): boolean {
  const { mapping, guessed, consent, columns } = preview;
  const hasMarks = columns.some((_, column) => column !== mapping.phone && holds(preview, column, isMark));
  return hasMarks || guessed.name || mapping.name.length > 0 || consent.length > 0;
}

const isMark = (cell: string) => registerMark(cell) !== undefined && !isBareAnswer(cell);

/** True if most of the first rows have such values in a column. */
const holds = ({ rows }: Preview, column: number, matches: RegExp | ((cell: string) => boolean)) =>
  shareOf(
    rows.map(({ cells }) => cells),
    column,
    (cell) => (matches instanceof RegExp ? matches.test(cell.trim()) : matches(cell)),
  ) >= mostly;

const mostly = 0.6;
const shownRows = 5;

/** The first rows that could not be read as a number. */
export const unreadRows = ({ groups }: Report) =>
  groups
    .flatMap(({ examples }) => examples)
    .filter(({ rowStatus }) => bucketOf(rowStatus) === "toFix")
    .toSorted((one, other) => one.row - other.row)
    .slice(0, shownRows)
    .map(({ row, phone }) => ({ row, phone }));

/** Numbers that are added: one for each row, and those beside it. */
export const blockedCount = ({ counts, otherNumbers }: Report) => counts.sent + otherNumbers;
