import type { RecordChange } from "@/lib/contract/console/record-history";
import { diffRecords, shortValue } from "@/lib/format/diff-records";
import { isPlainObject, parseJson } from "@/lib/format/json";

type Fields = RecordChange["fields"];

/** Volatile fields, ignored when comparing versions. */
export const volatileFields = "^(updated|modified|last_(seen|read|modified|updated))(_?(at|on))?$";
const volatileField = new RegExp(volatileFields, "i");

export function withoutVolatileFields(record: unknown): unknown {
  if (!isPlainObject(record)) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => !volatileField.test(name)));
}

export const fieldsChanged = (before: unknown, after: unknown): Fields =>
  diffRecords(before, after).map(({ path, ...change }) => ({ path: path.join("."), ...change }));

const maxCharacters = 256 * 1024;
const maxValue = 2_000;

/** Changes between consecutive versions, as JSON and newest first. Stops where the changes become long. */
export function compareVersions(versions: readonly string[]): Fields[] {
  const changes: Fields[] = [];
  let after = withoutVolatileFields(parseJson(versions[0] ?? "null"));
  let characters = 0;
  for (const version of versions.slice(1)) {
    const before = withoutVolatileFields(parseJson(version));
    const fields: Fields = [];
    for (const { path, ...values } of fieldsChanged(before, after)) {
      const field = { path, before: excerptOf(values.before), after: excerptOf(values.after) };
      characters += JSON.stringify(field).length;
      if (characters > maxCharacters) return changes.length > 0 ? changes : [fields];
      fields.push(field);
    }
    changes.push(fields);
    after = before;
  }
  return changes;
}

/** Pages show only the beginning of a text, and the length of a list. */
function excerptOf(value: unknown) {
  if ((JSON.stringify(value) ?? "").length <= maxValue) return value;
  return typeof value === "string" ? `${value.slice(0, maxValue)}…` : shortValue(value);
}
