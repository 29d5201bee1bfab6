import type { Delimiter, Edit, Mapping, Plan, Rules } from "@/lib/contacts/plan";
import { forbidsName } from "@/lib/contacts/read/no-call-words";
import { type Damage, damaged, hidden, tooLong, twoRows } from "@/lib/contacts/read/records";
import { isNameFault, isReplaceableName, keptAnyway, type RowStatus } from "@/lib/contacts/row-status/row-status";
import type { ReadPhone } from "@/lib/numbers/dialled-reader";
import { unknownCountry } from "@/lib/numbers/numbering-metadata";
import type { NumberingPlan } from "@/lib/numbers/numbering-plan";
import { CellRefusals } from "./cell-refusals";
import { ColumnRules } from "./column-rules";
import { readName } from "./name-rules";
import { doubtOf } from "./number-doubts";
import { knownDigits, RowNumbers } from "./row-numbers";
import type { Shape } from "./shape";

/** Result for a row by itself, without regard to duplicates. */
type ValidatedRow = {
  rowStatus: RowStatus;
  /** As sent, with its plus, or the parsed part of an invalid number. */
  phone: string;
  /** The digits as a number. Valid only if the row has a phone number, or must not be called; 0 if it has none then. */
  number: number;
  /** Result of `lookUp` of the numbering plan. */
  range: number;
  name: string;
  /** Probable number or name of the row, else empty. */
  suggestion: string;
};

/** Validates rows under a plan. The result is one reused object, to be read before the next call. */
export class RowValidator {
  private readonly rules: Rules;
  private readonly delimiter: Delimiter;
  readonly numbers: RowNumbers;
  private readonly refusals: CellRefusals | undefined;
  private readonly callingCodes: ReadonlyMap<string, string>;
  private readonly isSheet: boolean;
  private readonly nameColumns: readonly number[];
  private readonly nameColumn: number;
  private readonly allowedCountries: ReadonlySet<string> | null;
  private readonly appliesRepairs: boolean;
  private readonly columnRules: ColumnRules;
  private readonly validated: ValidatedRow = {
    rowStatus: "ok",
    phone: "",
    number: 0,
    range: -1,
    name: "",
    suggestion: "",
  };

  private readonly mapping: Mapping;
  private readonly kept: ReadonlySet<RowStatus>;

  constructor(
    plan: Plan,
    private readonly shape: Shape,
    private readonly numbering: NumberingPlan,
  ) {
    const { rules, format, mapping } = plan;
    this.rules = rules;
    this.delimiter = format.delimiter;
    this.isSheet = format.isSheet === true;
    this.mapping = mapping;
    this.kept = new Set(rules.usesSuggestions.filter((status) => keptAnyway.some((kept) => kept === status)));
    this.callingCodes = new Map(numbering.countries.map(({ country, callingCode }) => [country, callingCode]));
    this.nameColumns = mapping.name;
    this.nameColumn = mapping.name[0] ?? -1;
    this.allowedCountries = rules.countries && new Set(rules.countries);
    this.numbers = new RowNumbers(plan, shape, numbering, this.kept);
    const isAsked = !rules.blocks && !this.kept.has("refusal");
    this.refusals = isAsked ? new CellRefusals(plan, shape) : undefined;
    this.columnRules = new ColumnRules(rules.only, { ...shape, isSheet: this.isSheet });
    this.appliesRepairs = rules.usesSuggestions.includes("mojibake");
  }

  /** Number and name as in the file, or as edited. */
  cellsOf(cells: readonly string[], edit: Edit | undefined) {
    return { phone: edit?.phone ?? cells[this.phoneColumnOf(cells)] ?? "", name: edit?.name ?? this.nameIn(cells) };
  }

  /** The column that has the row's number: the second one if the first has none that can be called. */
  phoneColumnOf(cells: readonly string[]): number {
    this.numbers.read(cells, undefined);
    return this.numbers.column;
  }

  /** Numbers of the row beside the called one, as E.164 digits. One reused array. */
  othersOf(cells: readonly string[], called: number): readonly number[] {
    return this.numbers.othersOf(cells, called);
  }

  /** Digits of the extension in a column of its own; 0 without one. */
  extensionOf(cells: readonly string[]): number {
    const { extension } = this.shape;
    return extension === undefined ? 0 : Number(cells[extension]?.replace(/\D/g, "").slice(0, longestExtension));
  }

  /** True if a column's value that leaves the row out is a no. */
  saysNo(cells: readonly string[]): boolean {
    return this.columnRules.saysNo(cells, this.shape.header);
  }

  /** Why a row is left out: "Do not call: yes", or the cell that says no. */
  reasonIn(cells: readonly string[], edit?: Edit): string {
    const { header } = this.shape;
    const excluded = this.columnRules.reasonIn(cells, header);
    if (excluded !== "") return excluded;
    const column = this.refusals?.columnIn(cells, edit?.phone) ?? -1;
    return column < 0 ? "" : CellRefusals.reasonFor(column, cells, header);
  }

  validateRow(cells: readonly string[], damage: Damage, edit: Edit | undefined): ValidatedRow {
    if (edit?.isLeftOut) return this.reject("left_out");
    const { columns } = this.shape;
    const typed = edit?.phone;
    // An edit does not change what the other columns say. Blank and overlong rows keep their own reasons.
    if (!this.columnRules.allow(cells) && (edit || !isBlank(cells))) return this.forbid("excluded", cells, typed);
    if (this.refusals && !edit?.isAllowed && this.refusals.columnIn(cells, typed) >= 0)
      return this.forbid("refusal", cells, typed);
    // An edited number does not settle the name if cells are missing, surplus or joined.
    if (edit?.name !== undefined) return this.evaluate(cells, typed, edit.name, "ok");
    if (damage === tooLong) return this.reject("line_long");
    if (!typed && isBlank(cells)) return this.reject("blank");
    if (damage === hidden && !this.rules.sendsHidden && typed === undefined) return this.reject("hidden");
    if (damage === twoRows) return this.reject("two_rows");
    // Sheets omit empty cells at the end of a row, so no row is too short.
    if (cells.length < columns && !this.isSheet && !this.rules.blocks) return this.reject("columns");
    if (cells.length > columns && !this.isUsualSurplus(cells)) return this.validateSurplus(cells, typed);
    return this.evaluate(cells, typed, this.nameIn(cells), this.doubtAbout(cells, damage));
  }

  private nameIn(cells: readonly string[]): string {
    return this.nameColumns.length < 2
      ? (cells[this.nameColumn] ?? "")
      : joinNonBlank(this.nameColumns.map((column) => cells[column] ?? ""));
  }

  /** `typed` is the number that a person typed, who is not asked again whether it is right. */
  private evaluate(cells: readonly string[], typed: string | undefined, name: string, doubt: RowStatus): ValidatedRow {
    const { rules, validated } = this;
    const country = this.numbers.countryOf(cells);
    const phoneResult = this.numbers.read(cells, typed);
    const nameResult = readName(name);
    if (phoneResult.rowStatus === "no_call" || forbidsName(name) || this.isForbiddenInCell(cells, typed))
      return this.forbid("no_call", cells, typed);
    const isRepaired = this.appliesRepairs && nameResult.rowStatus === "mojibake";
    validated.phone = phoneResult.phone;
    validated.number = phoneResult.number;
    validated.range = phoneResult.range;
    validated.name = isRepaired ? nameResult.repaired : nameResult.name;
    validated.suggestion = phoneResult.suggestion;
    const fault = this.phoneFault(phoneResult, typed, country);
    if (fault !== "ok") return this.withStatus(fault);
    if (!this.isAllowed(phoneResult.range)) return this.withStatus("country");
    const isUnnamed = rules.emptyName === "number" && isReplaceableName(nameResult.rowStatus);
    if (isUnnamed) validated.name = phoneResult.phone;
    else if (isNameFault(nameResult.rowStatus)) return this.withStatus(nameResult.rowStatus);
    if (doubt !== "ok") return this.withStatus(doubt);
    if (nameResult.rowStatus === "mojibake" && !isRepaired) validated.suggestion = nameResult.repaired;
    const found = doubtOf(phoneResult, isRepaired ? "tidied" : nameResult.rowStatus);
    const isApart = (found === "ok" || found === "tidied") && this.extensionOf(cells) > 0;
    const status = isApart ? "extension_apart" : found;
    return this.withStatus(status === "ok" && (phoneResult.isChanged || isUnnamed) ? "tidied" : status);
  }

  private isForbiddenInCell(cells: readonly string[], typed: string | undefined): boolean {
    return typed === undefined && this.mapping.fallback !== undefined && this.numbers.isForbidden(cells);
  }

  /** Why a number is not sent; `ok` if it is. */
  private phoneFault(phone: ReadPhone, typed: string | undefined, country: string | undefined): RowStatus {
    const { kept, rules } = this;
    const { rowStatus, range } = phone;
    if (rowStatus === "national" && country === "") return "other_country";
    if (rowStatus !== "ok" || typed !== undefined) return rowStatus;
    if (range < 0) {
      const isKept = kept.has("invalid") || (rules.blocks && this.numbering.hasUsualLength(String(phone.number)));
      return isKept ? "ok" : "invalid";
    }
    const code = country && this.callingCodes.get(this.numbering.countryCodes[range >> 1] ?? "");
    if (country && code !== this.callingCodes.get(country)) {
      if (!kept.has("other_country")) return "other_country";
      phone.doubt = "kept";
    }
    return range % 2 === 1 && !kept.has("premium") ? "premium" : "ok";
  }

  private isAllowed(range: number): boolean {
    return (
      this.allowedCountries === null ||
      this.allowedCountries.has(this.numbering.countryCodes[range >> 1] ?? unknownCountry)
    );
  }

  private withStatus(rowStatus: RowStatus): ValidatedRow {
    this.validated.rowStatus = rowStatus;
    return this.validated;
  }

  /** Rejects a row but keeps its number, which must not be called for another row. */
  private forbid(rowStatus: RowStatus, cells: readonly string[], typed: string | undefined): ValidatedRow {
    this.validated.number = knownDigits(this.numbers.read(cells, typed));
    return this.reject(rowStatus);
  }

  private reject(rowStatus: RowStatus): ValidatedRow {
    this.validated.phone = "";
    this.validated.range = -1;
    this.validated.name = "";
    this.validated.suggestion = "";
    return this.withStatus(rowStatus);
  }

  /** True if the surplus cells are blank and usual. Otherwise a delimiter inside a cell may have shifted the row. */
  private isUsualSurplus(cells: readonly string[]): boolean {
    const { columns, surplus } = this.shape;
    return (this.isSheet || cells.length === columns + surplus) && isBlank(cells.slice(columns));
  }

  private validateSurplus(cells: readonly string[], typed: string | undefined): ValidatedRow {
    const { rules, shape, nameColumn } = this;
    if (rules.extraCells === "drop") return this.evaluate(cells, typed, this.nameIn(cells), "surplus_dropped");
    if (rules.extraCells !== "join" || this.nameColumns.length !== 1) return this.reject("extra_cells");
    const surplus = cells.length - shape.columns - (isBlank(cells.slice(-shape.surplus)) ? shape.surplus : 0);
    const name = joinedName(cells.slice(nameColumn, nameColumn + surplus + 1), this.delimiter);
    return this.evaluate(cells.toSpliced(nameColumn, surplus + 1, name), typed, name, "surplus_joined");
  }

  /** Detects apostrophes used as quotation marks, and a name whose second half is in the next cell. */
  private doubtAbout(cells: readonly string[], damage: Damage): RowStatus {
    if (damage === damaged) return "quote";
    // Cells of a sheet have no delimiter that a name could contain.
    if (this.nameColumns.length !== 1 || this.isSheet) return "ok";
    const { nameColumn, shape } = this;
    const name = cells[nameColumn] ?? "";
    if (
      name.charCodeAt(0) <= apostrophe &&
      /^\s*'/.test(name) &&
      cells.some((cell, index) => index >= nameColumn && cell.length > 1 && /'\s*$/.test(cell))
    )
      return "quote";
    const next = nameColumn + 1 < shape.columns ? (cells[nameColumn + 1] ?? "") : "";
    return next.charCodeAt(0) === blank && !shape.isSpaced && next.trim() !== "" ? "shifted" : "ok";
  }
}

const longestExtension = 9;

const blank = 32;
const apostrophe = 39;

const joinedName = (parts: readonly string[], delimiter: string) => {
  const last = parts.findLastIndex((part) => part.trim() !== "");
  return parts.slice(0, last + 1).join(delimiter);
};

const joinNonBlank = (parts: readonly string[]) =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");

export const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === "");
