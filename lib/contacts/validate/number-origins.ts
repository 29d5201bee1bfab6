import type { CountryCount, Origins } from "@/lib/contacts/engine";
import type { NumberingPlan } from "@/lib/numbers/numbering-plan";
import { isNorthAmerican } from "@/lib/numbers/phone-text";
import { betterCountry } from "./country-fit";

const shownExamples = 3;
const minDigits = 6;
const sampledNumbers = 300;

/** Counts what the rows of a list say about the countries of their numbers, whatever country was chosen. */
export class NumberOrigins {
  private readonly coded = new Map<number, number>();
  private readonly named = new Map<string, number>();
  private readonly examples: string[] = [];
  private readonly sample: string[] = [];
  private uncoded = 0;
  private american = 0;

  constructor(
    private readonly numbering: NumberingPlan,
    /** The chosen country of numbers without a country code. */
    private readonly chosen: string | null,
  ) {}

  /** `range` is that of the number, and `country` the one that the row names, empty if its name is unknown. */
  add(cell: string, range: number, country: string | undefined) {
    if (country) this.named.set(country, (this.named.get(country) ?? 0) + 1);
    if (isCoded(cell)) {
      if (range >= 0) this.coded.set(range >> 1, (this.coded.get(range >> 1) ?? 0) + 1);
      return;
    }
    // Such a row has a country of its own.
    if (country !== undefined) return;
    const digits = cell.replace(/\D/g, "");
    if (digits.length < minDigits) return;
    this.uncoded += 1;
    if (isNorthAmerican(digits)) this.american += 1;
    if (this.sample.length < sampledNumbers) this.sample.push(digits);
    if (this.examples.length < shownExamples) this.examples.push(cell.trim());
  }

  report(): Origins {
    const { countryCodes } = this.numbering;
    const { uncoded, american, examples } = this;
    const better = betterCountry(this.sample, this.chosen, this.numbering);
    return {
      coded: largestFirst([...this.coded].map(([index, count]) => ({ country: countryCodes[index] ?? "", count }))),
      named: largestFirst([...this.named].map(([country, count]) => ({ country, count }))),
      uncoded,
      american,
      examples,
      ...(better ? { better } : {}),
    };
  }
}

const isCoded = (cell: string) => /^\D*(?:\+|00)/.test(cell);

const largestFirst = (counts: CountryCount[]) => counts.sort((one, other) => other.count - one.count);
