import type { KnownRows, NumberBatch } from "@/lib/contacts/engine";
import { bucketOf, codeOf, known, rowStatusOf } from "@/lib/contacts/row-status/row-status";
import type { CampaignPeople } from "@/lib/contract/console/contact-lists";
import { placeOf } from "@/lib/numbers/number-places";
import type { NumberingPlan } from "@/lib/numbers/numbering-plan";
import { zonesOf } from "@/lib/numbers/time-zones";
import { addToCountry, type CheckResult } from "./check";
import { isSent } from "./row-index";

/** Leaves rows of a checked list out whose numbers the server knows. */
export class KnownNumbers {
  /** Codes of the rows that were left out, by row. */
  private before = new Map<number, number>();

  constructor(
    private readonly checked: CheckResult,
    private readonly numbering: NumberingPlan,
  ) {}

  batch(after: number, count: number): NumberBatch {
    const { rowIndex, numbers, others, plan } = this.checked;
    const called: [row: number, number: number][] = [];
    const beside: [row: number, number: number][] = [];
    let last: number | undefined;
    for (let row = after + 1; row <= rowIndex.rowCount; row += 1) {
      const code = rowIndex.codeOf(row);
      // A repeated number is blocked once, but what stands beside it is another.
      const isListed = isSent[code] || (plan.rules.blocks && bucketOf(rowStatusOf(code)) === "duplicate");
      if (!isListed) continue;
      const more = others.count > 0 ? others.of(row) : [];
      if (last !== undefined && called.length + beside.length + more.length >= count) break;
      if (isSent[code]) called.push([row, numbers.numberOf(row)]);
      for (const number of more) beside.push([row, number]);
      last = row;
    }
    return {
      ...{ rows: Uint32Array.from(called, ([row]) => row), numbers: Float64Array.from(called, ([, number]) => number) },
      otherRows: Uint32Array.from(beside, ([row]) => row),
      otherNumbers: Float64Array.from(beside, ([, number]) => number),
      last,
    };
  }

  /** People to be sent by country and zones, without the rows that were left out. Most people first. */
  places(): CampaignPeople["places"] {
    const { rowIndex, numbers } = this.checked;
    const byPlace = new Map<string, CampaignPeople["places"][number]>();
    for (let row = 1; row <= rowIndex.rowCount; row += 1) {
      if (!isSent[rowIndex.codeOf(row)]) continue;
      const { country, zones } = placeOf(String(numbers.numberOf(row)), this.numbering);
      const key = `${country}${zones}`;
      const place = byPlace.get(key);
      if (place) place.people += 1;
      else byPlace.set(key, { country, zones: [...zonesOf(zones)], people: 1 });
    }
    return [...byPlace.values()].sort((one, other) => other.people - one.people);
  }

  leaveOut(rows: KnownRows) {
    for (const [row, code] of this.before) this.change(row, code, 1);
    this.before = new Map();
    for (const status of known)
      for (const row of rows[status] ?? []) {
        this.before.set(row, this.checked.rowIndex.codeOf(row));
        this.change(row, codeOf[status], -1);
      }
  }

  private change(row: number, code: number, count: 1 | -1) {
    const { rowIndex, numbers, countries } = this.checked;
    rowIndex.change(row, code);
    addToCountry(countries, this.numbering.lookUp(String(numbers.numberOf(row))), count);
  }
}
