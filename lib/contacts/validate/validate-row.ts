import { unknownCountry } from "@/lib/contacts/numbering/numbering-metadata";
import type { NumberingPlan } from "@/lib/contacts/numbering/numbering-plan";
import { createPhoneReader, type ReadPhone } from "@/lib/contacts/numbering/phone-rules";
import type { Edit, Plan } from "@/lib/contacts/plan";
import { type Damage, damaged, hidden, tooLong, twoRows } from "@/lib/contacts/read/records";
import { readName } from "./name-rules";
import type { RowStatus } from "./row-status";

/** What becomes of one row looked at by itself: other rows with the same number are not its business. */
export type ValidatedRow = {
  rowStatus: RowStatus;
  /** As it is sent, with its plus; what was read of it where it cannot be. */
  phone: string;
  /** The same digits as a number, where the row has one. */
  number: number;
  /** As `lookUp` of the numbering plan gives it. */
  range: number;
  name: string;
  /** A number or name that the row's own may be meant to be; else empty. */
  suggestion: string;
};

/** How rows of a file mostly are. */
export type Shape = {
  /** Cells of the header, or of the longest row. */
  columns: number;
  /** Blank cells that nearly every row has beyond those: there they mean nothing. */
  surplus: number;
  /** Cells begin with a blank, as some programs write them: elsewhere a blank tells of a separator inside a name. */
  isSpaced: boolean;
};

/** Judges rows under a plan. The answer is one object used again and again: take what is needed of it at once. */
export function createRowValidator(plan: Plan, shape: Shape, numbering: NumberingPlan) {
  const { rules, format } = plan;
  const { columns } = shape;
  const isSheet = format.isSheet === true;
  const readPhone = createPhoneReader(numbering, rules, isSheet);
  const allowed = rules.countries && new Set(rules.countries);
  const usesMeant = rules.usesSuggestions.includes("mojibake");
  const validated: ValidatedRow = { rowStatus: "ok", phone: "", number: 0, range: -1, name: "", suggestion: "" };
  const { phone: phoneColumn, name: nameColumns } = plan.mapping;
  const nameColumn = nameColumns[0] ?? -1;
  const isOneName = nameColumns.length === 1;

  const nameIn = (cells: readonly string[]) =>
    nameColumns.length < 2 ? (cells[nameColumn] ?? "") : joined(nameColumns.map((column) => cells[column] ?? ""));

  function settle(phone: string, name: string, doubt: RowStatus): ValidatedRow {
    const read = readPhone(phone);
    const given = readName(name);
    const isMeant = usesMeant && given.rowStatus === "mojibake";
    validated.phone = read.phone;
    validated.number = read.number;
    validated.range = read.range;
    validated.name = isMeant ? given.meant : given.name;
    validated.suggestion = read.suggestion;
    if (read.rowStatus !== "ok") return ending(read.rowStatus);
    if (allowed && !allowed.has(countryOf(read.range))) return ending("country");
    if (read.range < 0 && rules.unassigned === "error") return ending("not_assigned");
    const isUnnamed = given.rowStatus === "name_missing" || given.rowStatus === "not_a_name";
    if (isUnnamed && rules.emptyName === "number") validated.name = read.phone;
    else if (isUnnamed || given.rowStatus === "name_long") return ending(given.rowStatus);
    if (doubt !== "ok") return ending(doubt);
    if (given.rowStatus === "mojibake" && !isMeant) validated.suggestion = given.meant;
    const found = doubtOf(read, isMeant ? "tidied" : given.rowStatus);
    return ending(found === "ok" && (read.isChanged || isUnnamed) ? "tidied" : found);
  }

  function doubtOf(read: ReadPhone, name: RowStatus): RowStatus {
    if (name === "encoding" || name === "mojibake") return name;
    if (read.doubt !== "ok") return read.doubt;
    if (isRounded(read.phone)) return "rounded";
    if (read.range < 0) return "unassigned";
    if (read.range % 2 === 1) return "special";
    return name === "name_missing" || name === "not_a_name" ? "ok" : name;
  }

  const countryOf = (range: number) => numbering.countryCodes[range >> 1] ?? unknownCountry;

  function ending(rowStatus: RowStatus) {
    validated.rowStatus = rowStatus;
    return validated;
  }

  function nothing(rowStatus: RowStatus) {
    validated.phone = "";
    validated.range = -1;
    validated.name = "";
    validated.suggestion = "";
    return ending(rowStatus);
  }

  /** A separator inside a cell shifts all behind it: only where nearly all rows have as many blank cells do those mean nothing. */
  const isUsualSurplus = (cells: readonly string[]) =>
    (isSheet || cells.length === columns + shape.surplus) && isBlank(cells.slice(columns));

  function withSurplus(cells: readonly string[], typed: string | undefined): ValidatedRow {
    if (rules.extraCells === "drop") return settle(typed ?? cells[phoneColumn] ?? "", nameIn(cells), "surplus_dropped");
    if (rules.extraCells !== "join" || !isOneName) return nothing("extra_cells");
    const taken = cells.length - columns - (isBlank(cells.slice(-shape.surplus)) ? shape.surplus : 0);
    const phone = typed ?? cells[phoneColumn < nameColumn ? phoneColumn : phoneColumn + taken] ?? "";
    return settle(
      phone,
      joinedName(cells.slice(nameColumn, nameColumn + taken + 1), format.delimiter),
      "surplus_joined",
    );
  }

  /** An apostrophe that stands for a quotation mark, or a blank where a name's second half has slipped into the next cell. */
  function doubtAbout(cells: readonly string[], damage: Damage): RowStatus {
    if (damage === damaged) return "quote";
    // Nothing parts the cells of a sheet that could stand in one of them.
    if (!isOneName || isSheet) return "ok";
    const name = cells[nameColumn] ?? "";
    if (
      name.charCodeAt(0) <= apostrophe &&
      /^\s*'/.test(name) &&
      cells.some((cell, at) => at >= nameColumn && cell.length > 1 && /'\s*$/.test(cell))
    )
      return "quote";
    const next = nameColumn + 1 < columns ? (cells[nameColumn + 1] ?? "") : "";
    return next.charCodeAt(0) === blank && !shape.isSpaced && next.trim() !== "" ? "shifted" : "ok";
  }

  return {
    /** The two cells as the file has them, or as they were typed over. */
    cellsOf: (cells: readonly string[], edit: Edit | undefined) => ({
      phone: edit?.phone ?? cells[phoneColumn] ?? "",
      name: edit?.name ?? nameIn(cells),
    }),
    validateRow(cells: readonly string[], damage: Damage, edit: Edit | undefined): ValidatedRow {
      if (edit?.isLeftOut) return nothing("left_out");
      const typed = edit?.phone;
      const phone = typed ?? cells[phoneColumn] ?? "";
      // A number alone does not say what the name is where cells are missing, too many or joined.
      if (edit?.name !== undefined) return settle(phone, edit.name, "ok");
      if (damage === tooLong) return nothing("line_long");
      if (!phone && isBlank(cells)) return nothing("blank");
      if (damage === hidden && !rules.sendsHidden && typed === undefined) return nothing("hidden");
      if (damage === twoRows) return nothing("two_rows");
      // A sheet has no short rows: an empty last cell is just not in the file.
      if (cells.length < columns && !isSheet) return nothing("columns");
      if (cells.length > columns && !isUsualSurplus(cells)) return withSurplus(cells, typed);
      return settle(phone, nameIn(cells), doubtAbout(cells, damage));
    },
  };
}

const blank = 32;
const apostrophe = 39;

/**
 * A spreadsheet that shows 447911123456 as 4.47911E+11 keeps six digits and writes zeros for the others once it is typed back.
 * Of a million numbers that are not rounded at most a few end so.
 */
function isRounded(phone: string) {
  const digits = phone.length - 1;
  if (digits < roundedDigits || phone.charCodeAt(digits) !== zero) return false;
  let kept = digits;
  while (kept > 0 && phone.charCodeAt(kept) === zero) kept -= 1;
  return kept <= keptDigits;
}

const zero = 48;
const roundedDigits = 11;
const keptDigits = 6;

/** Parts that a separator inside a name has made of it. */
const joinedName = (parts: readonly string[], delimiter: string) => {
  const last = parts.findLastIndex((part) => part.trim() !== "");
  return parts.slice(0, last + 1).join(delimiter);
};

export type RowValidator = ReturnType<typeof createRowValidator>;

const joined = (parts: readonly string[]) =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");

export const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === "");
