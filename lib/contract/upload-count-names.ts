/** What a field of an answer to a contact list counts, by the names that importers use; undefined where it is no count. */
export function countedBy(name: string): Counted | undefined {
  return kinds.find((each) => names[each].test(name.toLowerCase()));
}

const names = {
  accepted:
    /^(total_)?(accepted|inserted|imported|created|added|uploaded|succeeded|successful|success)(_(rows|count|contacts))?$/,
  rejected: /^(total_)?(rejected|skipped|failed|invalid)(_(rows|count|contacts))?$/,
  errors: /^(total_)?errors?(_(rows|count))?$/,
  duplicates: /^duplicates?(_(rows|count|contacts))?$/,
  total: /^total(_(rows|count|contacts))?$/,
};
export type Counted = keyof typeof names;

const kinds: readonly Counted[] = ["accepted", "rejected", "errors", "duplicates", "total"];
