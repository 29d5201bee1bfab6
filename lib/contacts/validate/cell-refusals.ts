import type { Plan } from "@/lib/contacts/plan";
import { isOtherChannel } from "@/lib/contacts/read/consent-columns";
import { isContactHeader, isHalfNameHeader, normalizeHeader } from "@/lib/contacts/read/header-names";
import { forbidsNumber, type RefusalKind, refusalKind } from "@/lib/contacts/read/no-call-words";
import { isAboutNumber } from "@/lib/contacts/read/number-columns";
import { mayBeListed, registerMark } from "@/lib/contacts/read/register-marks";
import type { Shape } from "./shape";

const maxCached = 2000;
const maxShown = 60;

type Found = RefusalKind | "mark";

/** Finds cells that say not to call, whatever their column is called. */
export class CellRefusals {
  private readonly skipped: ReadonlySet<number>;
  /** Columns about e-mail and such, and columns of names. A word alone says nothing about calls there. */
  private readonly withoutMarks: ReadonlySet<number>;
  /** Columns such as "Phone status", in which words count as in the number's own cell. */
  private readonly aboutNumbers: ReadonlySet<number>;
  private readonly found: Map<string, Found | undefined>[] = [];

  /** The columns of the number and the name have rules of their own, and a person decided about those with conditions. */
  constructor({ mapping, rules, format }: Plan, { header, labels }: Pick<Shape, "header" | "labels">) {
    const { phone, fallback = phone, name } = mapping;
    this.skipped = new Set([phone, fallback, ...name, ...rules.only.map(({ column }) => column)]);
    const names = format.hasHeader ? header : [];
    this.aboutNumbers = new Set(
      names.flatMap((text, column) => (labels.includes(column) || isAboutNumber(text) ? column : [])),
    );
    this.withoutMarks = new Set(names.flatMap((text, column) => (isAboutCalls(text) ? [] : column)));
  }

  /** Column of the first cell that says no; -1 without one. A typed number is no longer another person's. */
  columnIn(cells: readonly string[], typed: string | undefined): number {
    for (let column = 0; column < cells.length; column += 1) {
      const cell = cells[column] ?? "";
      // Most cells are blank, short or nothing but digits.
      if (cell.length < shortest || this.skipped.has(column)) continue;
      const kind = this.kindOf(cell, column);
      if (kind && !(kind === "number" && typed !== undefined)) return column;
    }
    return -1;
  }

  /** "Notes: Please do not call again", for the list of reasons and the row's message. */
  static reasonFor(column: number, cells: readonly string[], header: readonly string[]): string {
    const value = cells[column]?.trim().replace(/\s+/g, " ") ?? "";
    const shown = value.length > maxShown ? `${value.slice(0, maxShown)}…` : value;
    return `${header[column]?.trim() || `Column ${column + 1}`}: ${shown}`;
  }

  private kindOf(cell: string, column: number): Found | undefined {
    this.found[column] ??= new Map();
    const cache = this.found[column];
    if (cache.size === maxCached || cell.length > longestCached) return this.find(cell, column);
    if (cache.has(cell)) return cache.get(cell);
    const kind = this.find(cell, column);
    cache.set(cell, kind);
    return kind;
  }

  private find(cell: string, column: number): Found | undefined {
    const kind = refusalKind(cell);
    if (kind) return isAddress.test(cell) ? undefined : kind;
    if (this.aboutNumbers.has(column) && forbidsNumber(cell)) return "number";
    if (this.withoutMarks.has(column)) return undefined;
    return mayBeListed(cell) && registerMark(cell) === "listed" ? "mark" : undefined;
  }
}

const isAboutCalls = (header: string) => {
  const name = normalizeHeader(header);
  return !isOtherChannel(name) && !isContactHeader(header) && !isHalfNameHeader(name) && !ofPeople.test(name);
};

/** Names of colleagues and companies. Mr Robinson is in no register by his name. */
const ofPeople =
  /name$|owner|agent$|manager|seller|salesrep|rep$|advis|consultant|berater|betreuer|vertreter|conseiller|comercial|vendedor|company|firma|unternehmen|societe|empresa|azienda/;

/** A sign, such as the cross. */
const shortest = 1;
const longestCached = 200;

/** An e-mail or web address is no sentence. */
const isAddress = /^\S*(?:@|:\/\/)\S*$/;
