import type { ColumnRule } from "@/lib/contacts/plan";
import { consentMeaning, valueKey } from "@/lib/contacts/read/consent-columns";
import { refusalIn } from "@/lib/contacts/read/no-call-words";
import { registerMark } from "@/lib/contacts/read/register-marks";

type RowShape = { columns: number; surplus: number; isSheet: boolean };

const maxShown = 40;

type Condition = { column: number; values: ReadonlySet<string>; keyOf: (cell: string) => string };

export class ColumnRules {
  private readonly conditions: readonly Condition[];

  constructor(
    only: readonly ColumnRule[],
    private readonly shape: RowShape,
  ) {
    this.conditions = only.flatMap(({ column, values }) =>
      values ? { column, values: new Set(values), keyOf: cachedKey() } : [],
    );
  }

  allow(cells: readonly string[]): boolean {
    return this.conditions.length === 0 || this.conditions.every((condition) => this.isMet(condition, cells));
  }

  /** Why the row is left out, as "Do not call: yes". Empty if it is not. */
  reasonIn(cells: readonly string[], header: readonly string[]): string {
    const broken = this.conditions.find((condition) => !this.isMet(condition, cells));
    if (!broken) return "";
    const value = cells[broken.column]?.trim() || "empty";
    const shown = value.length > maxShown ? `${value.slice(0, maxShown)}…` : value;
    return `${header[broken.column]?.trim() || `Column ${broken.column + 1}`}: ${shown}`;
  }

  /**
   * True if a value that leaves the row out is a no, and not only blank or of another group. Its number must then not be
   * called for another row either.
   */
  saysNo(cells: readonly string[], header: readonly string[]): boolean {
    return this.conditions.some((condition) => {
      const value = cells[condition.column]?.trim();
      if (!value || this.isMet(condition, cells)) return false;
      const meaning = consentMeaning(header[condition.column] ?? "");
      const isAnswer = meaning === "block" || meaning === "permission" || meaning === "register";
      return isAnswer || refusalIn(value) !== undefined || registerMark(value) === "listed";
    });
  }

  /** In a row with missing or extra cells the column may be elsewhere, so both cells must have one of the values. */
  private isMet({ column, values, keyOf }: Condition, cells: readonly string[]): boolean {
    if (!values.has(keyOf(cells[column] ?? ""))) return false;
    const { columns, surplus, isSheet } = this.shape;
    const shift = cells.length - columns;
    if (shift === 0 || shift === surplus || isSheet) return true;
    return values.has(keyOf(cells[column + shift] ?? ""));
  }
}

const maxCached = 2000;

/** `valueKey` with a cache, because columns like these repeat a few values. */
export function cachedKey(): (cell: string) => string {
  const keys = new Map<string, string>();
  return (cell) => {
    const cached = keys.get(cell);
    if (cached !== undefined) return cached;
    const key = valueKey(cell);
    if (keys.size < maxCached) keys.set(cell, key);
    return key;
  };
}
