import { readName } from "./name-rules";
import { unknownCountry } from "./numbering-metadata";
import type { NumberingPlan } from "./numbering-plan";
import { createPhoneReader } from "./phone-rules";
import type { Edit, Plan } from "./plan";
import { clean, type Damage, tooLong } from "./records";
import type { Verdict } from "./verdicts";

/** What becomes of one row looked at by itself: other rows with the same number are not its business. */
export type Judged = {
  verdict: Verdict;
  /** As it is sent, with its plus; what was read of it where it cannot be. */
  phone: string;
  /** The same digits as a number, where the row has one. */
  number: number;
  /** As `lookUp` of the numbering plan gives it. */
  range: number;
  name: string;
};

/** Judges rows under a plan. The answer is one object used again and again: take what is needed of it at once. */
export function createJudge(plan: Plan, columns: number, numbering: NumberingPlan) {
  const { rules } = plan;
  const readPhone = createPhoneReader(numbering, rules);
  const allowed = rules.countries && new Set(rules.countries);
  const judged: Judged = { verdict: "ok", phone: "", number: 0, range: -1, name: "" };
  const { phone: phoneColumn, name: nameColumns } = plan.mapping;
  const nameColumn = nameColumns[0] ?? -1;

  const nameIn = (cells: readonly string[]) =>
    nameColumns.length < 2 ? (cells[nameColumn] ?? "") : joined(nameColumns.map((column) => cells[column] ?? ""));

  function settle(phone: string, name: string, doubt: Verdict): Judged {
    const read = readPhone(phone);
    const given = readName(name);
    judged.phone = read.phone;
    judged.number = read.number;
    judged.range = read.range;
    judged.name = given.name;
    if (read.verdict !== "ok") return ending(read.verdict);
    if (allowed && !allowed.has(countryOf(read.range))) return ending("country");
    if (read.range < 0 && rules.unassigned === "error") return ending("not_assigned");
    const isUnnamed = given.verdict === "name_missing";
    if (isUnnamed && rules.emptyName === "number") judged.name = read.phone;
    else if (isUnnamed || given.verdict === "name_long") return ending(given.verdict);
    if (doubt !== "ok") return ending(doubt);
    if (given.verdict === "encoding") return ending("encoding");
    if (read.range < 0) return ending("unassigned");
    if (read.range % 2 === 1) return ending("special");
    if (given.verdict === "formula" || given.verdict === "name_number") return ending(given.verdict);
    return ending(read.isChanged || isUnnamed || given.verdict === "tidied" ? "tidied" : "ok");
  }

  const countryOf = (range: number) => numbering.countryCodes[range >> 1] ?? unknownCountry;

  const mayDropExtras = (cells: readonly string[]) => rules.dropsExtraCells || isBlank(cells.slice(columns));

  function ending(verdict: Verdict) {
    judged.verdict = verdict;
    return judged;
  }

  function nothing(verdict: Verdict) {
    judged.phone = "";
    judged.range = -1;
    judged.name = "";
    return ending(verdict);
  }

  return {
    /** The two cells as the file has them, or as they were typed over. */
    cellsOf: (cells: readonly string[], edit: Edit | undefined) => ({
      phone: edit?.phone ?? cells[phoneColumn] ?? "",
      name: edit?.name ?? nameIn(cells),
    }),
    judge(cells: readonly string[], damage: Damage, edit: Edit | undefined): Judged {
      if (edit?.isLeftOut) return nothing("left_out");
      if (edit?.phone !== undefined || edit?.name !== undefined)
        return settle(edit.phone ?? cells[phoneColumn] ?? "", edit.name ?? nameIn(cells), "ok");
      if (damage === tooLong) return nothing("line_long");
      if (!cells[phoneColumn] && isBlank(cells)) return nothing("blank");
      if (cells.length < columns) return nothing("columns");
      if (cells.length > columns && !mayDropExtras(cells)) return nothing("extra_cells");
      return settle(cells[phoneColumn] ?? "", nameIn(cells), damage === clean ? "ok" : "quote");
    },
  };
}

export type Judge = ReturnType<typeof createJudge>;

const joined = (parts: readonly string[]) =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");

export const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === "");
