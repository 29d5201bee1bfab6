import { unknownCountry } from "@/lib/contacts/numbering/numbering-metadata";
import type { NumberingPlan } from "@/lib/contacts/numbering/numbering-plan";
import { createPhoneReader, type ReadPhone } from "@/lib/contacts/numbering/phone-rules";
import type { Edit, Plan } from "@/lib/contacts/plan";
import { type Damage, damaged, hidden, tooLong, twoRows } from "@/lib/contacts/read/records";
import { readName } from "./name-rules";
import type { RowStatus } from "./row-status";

/** Result for a row by itself, without regard to duplicates. */
export type ValidatedRow = {
  rowStatus: RowStatus;
  /** As sent, with its plus, or the parsed part of an invalid number. */
  phone: string;
  /** The digits as a number. Valid only if the row has a phone number. */
  number: number;
  /** Result of `lookUp` of the numbering plan. */
  range: number;
  name: string;
  /** Probable number or name of the row, else empty. */
  suggestion: string;
};

/** Usual shape of a file's rows. */
export type Shape = {
  /** Cells of the header, or of most rows if there is no header. */
  columns: number;
  /** Blank cells that nearly every row has beyond the columns. They are ignored. */
  surplus: number;
  /** Cells of this file begin with a blank. In other files a leading blank suggests a delimiter inside a name. */
  isSpaced: boolean;
};

/** Validates rows under a plan. The result is one reused object, to be read before the next call. */
export function createRowValidator(plan: Plan, shape: Shape, numbering: NumberingPlan) {
  const { rules, format } = plan;
  const { columns } = shape;
  const isSheet = format.isSheet === true;
  const readPhone = createPhoneReader(numbering, rules, isSheet);
  const allowed = rules.countries && new Set(rules.countries);
  const appliesRepairs = rules.usesSuggestions.includes("mojibake");
  const validated: ValidatedRow = { rowStatus: "ok", phone: "", number: 0, range: -1, name: "", suggestion: "" };
  const { phone: phoneColumn, name: nameColumns } = plan.mapping;
  const nameColumn = nameColumns[0] ?? -1;
  const isOneName = nameColumns.length === 1;

  const nameIn = (cells: readonly string[]) =>
    nameColumns.length < 2 ? (cells[nameColumn] ?? "") : joinNonBlank(nameColumns.map((column) => cells[column] ?? ""));

  function evaluate(phone: string, name: string, doubt: RowStatus): ValidatedRow {
    const phoneResult = readPhone(phone);
    const nameResult = readName(name);
    const isRepaired = appliesRepairs && nameResult.rowStatus === "mojibake";
    validated.phone = phoneResult.phone;
    validated.number = phoneResult.number;
    validated.range = phoneResult.range;
    validated.name = isRepaired ? nameResult.repaired : nameResult.name;
    validated.suggestion = phoneResult.suggestion;
    if (phoneResult.rowStatus !== "ok") return withStatus(phoneResult.rowStatus);
    if (allowed && !allowed.has(countryOf(phoneResult.range))) return withStatus("country");
    if (phoneResult.range < 0 && rules.unassigned === "error") return withStatus("not_assigned");
    const isUnnamed = nameResult.rowStatus === "name_missing" || nameResult.rowStatus === "not_a_name";
    if (isUnnamed && rules.emptyName === "number") validated.name = phoneResult.phone;
    else if (isUnnamed || nameResult.rowStatus === "name_long") return withStatus(nameResult.rowStatus);
    if (doubt !== "ok") return withStatus(doubt);
    if (nameResult.rowStatus === "mojibake" && !isRepaired) validated.suggestion = nameResult.repaired;
    const status = doubtOf(phoneResult, isRepaired ? "tidied" : nameResult.rowStatus);
    return withStatus(status === "ok" && (phoneResult.isChanged || isUnnamed) ? "tidied" : status);
  }

  function doubtOf(phoneResult: ReadPhone, nameStatus: RowStatus): RowStatus {
    if (nameStatus === "encoding" || nameStatus === "mojibake") return nameStatus;
    if (phoneResult.doubt !== "ok") return phoneResult.doubt;
    if (isRounded(phoneResult.phone)) return "rounded";
    if (phoneResult.range < 0) return "unassigned";
    if (phoneResult.range % 2 === 1) return "special";
    return nameStatus === "name_missing" || nameStatus === "not_a_name" ? "ok" : nameStatus;
  }

  const countryOf = (range: number) => numbering.countryCodes[range >> 1] ?? unknownCountry;

  function withStatus(rowStatus: RowStatus) {
    validated.rowStatus = rowStatus;
    return validated;
  }

  function rejected(rowStatus: RowStatus) {
    validated.phone = "";
    validated.range = -1;
    validated.name = "";
    validated.suggestion = "";
    return withStatus(rowStatus);
  }

  /** True if the surplus cells are blank and usual. Otherwise a delimiter inside a cell may have shifted the row. */
  const isUsualSurplus = (cells: readonly string[]) =>
    (isSheet || cells.length === columns + shape.surplus) && isBlank(cells.slice(columns));

  function withSurplus(cells: readonly string[], typed: string | undefined): ValidatedRow {
    if (rules.extraCells === "drop")
      return evaluate(typed ?? cells[phoneColumn] ?? "", nameIn(cells), "surplus_dropped");
    if (rules.extraCells !== "join" || !isOneName) return rejected("extra_cells");
    const surplusCount = cells.length - columns - (isBlank(cells.slice(-shape.surplus)) ? shape.surplus : 0);
    const phone = typed ?? cells[phoneColumn < nameColumn ? phoneColumn : phoneColumn + surplusCount] ?? "";
    return evaluate(
      phone,
      joinedName(cells.slice(nameColumn, nameColumn + surplusCount + 1), format.delimiter),
      "surplus_joined",
    );
  }

  /** Detects apostrophes used as quotation marks, and a name whose second half is in the next cell. */
  function doubtAbout(cells: readonly string[], damage: Damage): RowStatus {
    if (damage === damaged) return "quote";
    // Cells of a sheet have no delimiter that a name could contain.
    if (!isOneName || isSheet) return "ok";
    const name = cells[nameColumn] ?? "";
    if (
      name.charCodeAt(0) <= apostrophe &&
      /^\s*'/.test(name) &&
      cells.some((cell, index) => index >= nameColumn && cell.length > 1 && /'\s*$/.test(cell))
    )
      return "quote";
    const next = nameColumn + 1 < columns ? (cells[nameColumn + 1] ?? "") : "";
    return next.charCodeAt(0) === blank && !shape.isSpaced && next.trim() !== "" ? "shifted" : "ok";
  }

  return {
    /** Number and name as in the file, or as edited. */
    cellsOf: (cells: readonly string[], edit: Edit | undefined) => ({
      phone: edit?.phone ?? cells[phoneColumn] ?? "",
      name: edit?.name ?? nameIn(cells),
    }),
    validateRow(cells: readonly string[], damage: Damage, edit: Edit | undefined): ValidatedRow {
      if (edit?.isLeftOut) return rejected("left_out");
      const typed = edit?.phone;
      const phone = typed ?? cells[phoneColumn] ?? "";
      // An edited number does not settle the name if cells are missing, surplus or joined.
      if (edit?.name !== undefined) return evaluate(phone, edit.name, "ok");
      if (damage === tooLong) return rejected("line_long");
      if (!phone && isBlank(cells)) return rejected("blank");
      if (damage === hidden && !rules.sendsHidden && typed === undefined) return rejected("hidden");
      if (damage === twoRows) return rejected("two_rows");
      // Sheets omit empty cells at the end of a row, so no row is too short.
      if (cells.length < columns && !isSheet) return rejected("columns");
      if (cells.length > columns && !isUsualSurplus(cells)) return withSurplus(cells, typed);
      return evaluate(phone, nameIn(cells), doubtAbout(cells, damage));
    },
  };
}

const blank = 32;
const apostrophe = 39;

/**
 * True if only zeros follow the sixth digit. A spreadsheet that shows 447911123456 as 4.47911E+11 loses the other
 * digits when saved. Of a million real numbers at most a few end like this.
 */
function isRounded(phone: string) {
  const digits = phone.length - 1;
  if (digits < minRoundedDigits || phone.charCodeAt(digits) !== zero) return false;
  let lastDigit = digits;
  while (lastDigit > 0 && phone.charCodeAt(lastDigit) === zero) lastDigit -= 1;
  return lastDigit <= shownDigits;
}

const zero = 48;
const minRoundedDigits = 11;
const shownDigits = 6;

/** Joins a name that was split at delimiters. */
const joinedName = (parts: readonly string[], delimiter: string) => {
  const last = parts.findLastIndex((part) => part.trim() !== "");
  return parts.slice(0, last + 1).join(delimiter);
};

export type RowValidator = ReturnType<typeof createRowValidator>;

const joinNonBlank = (parts: readonly string[]) =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");

export const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === "");
