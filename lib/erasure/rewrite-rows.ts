import type { TextRow, TextTable } from "@/lib/db/rewrite-texts";
import { attempt } from "@/lib/format/attempt";
import { isPlainObject, parseJson, stringifyJson } from "@/lib/format/json";
import { erasedWord, holdsNumber, replaceNumbers } from "./find-erased";
import { forgetIn, forgetInForm, namesBeside, reducedCall } from "./forget-in-json";
import type { IsErased } from "./number-forms";

/** A person's number, with the calls and names that are found with it. */
export type Person = { isErased: IsErased; refs: Set<string>; names: Set<string> };

/** Rewrites rows of any table, and collects calls and names on the way. */
export const rewriteOf =
  (person: Person) =>
  (row: TextRow, table: TextTable): TextRow => {
    const changed = special[table.table]?.(row, person);
    if (changed) return changed;
    const isJson = (name: string) => table.columns.find((column) => column.name === name)?.type.startsWith("json");
    const isLinked = isAbout(person, Object.values(row));
    return changedOnly(row, (text, name) =>
      isJson(name) ? forgetInJson(person, text, isLinked) : withoutNames(person, withoutNumber(person, text), isLinked),
    );
  };

function changedOnly(row: TextRow, rewrite: (text: string, name: string) => string | null): TextRow {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, text]) => {
      const left = text === null ? null : rewrite(text, name);
      return left === text ? [] : [[name, left]];
    }),
  );
}

/** A text of a row of the audit log. JSON in it stays JSON. */
export function textsErased(person: Person, row: TextRow, text: string): string {
  const isLinked = isAbout(person, Object.values(row));
  const isJson = /^\s*[{[]/.test(text) && attempt(() => JSON.parse(text)) !== undefined;
  return isJson ? forgetInJson(person, text, isLinked) : withoutNames(person, withoutNumber(person, text), isLinked);
}

const withoutNumber = ({ isErased }: Person, text: string) => replaceNumbers(text, isErased);

const isAbout = ({ isErased, refs }: Person, texts: readonly (string | null)[]) =>
  texts.some((text) => text !== null && (holdsNumber(text, isErased) || [...refs].some((ref) => text.includes(ref))));

/** The names that stand beside the number elsewhere, in a row about the person. */
const withoutNames = ({ names }: Person, text: string, isLinked: boolean) =>
  isLinked ? [...names].reduce((left, name) => left.replaceAll(name, erasedWord), text) : text;

function forgetInJson(person: Person, text: string, isLinked: boolean): string {
  const value = parseJson(text);
  for (const name of namesBeside(value, person.isErased)) addName(person, name);
  const left = forgetIn(value, person.isErased);
  return withoutNames(person, left === value ? text : stringifyJson(left), isLinked);
}

const shortestName = 3;
export const shortestRef = 6;

export function addName({ names }: Person, name: string) {
  if (name.trim().length >= shortestName && /^[^"\\]+$/.test(name)) names.add(name);
}

export function addRef({ refs }: Person, ref: string | null | undefined) {
  if (ref && ref.length >= shortestRef) refs.add(ref);
}

/** Rewrites rows of one person, by table. The rows stay, so that the counts of a campaign stay true. Undefined: rewritten like any other. */
const special: Readonly<Record<string, (row: TextRow, person: Person) => TextRow | undefined>> = {
  found_call: (row, person) => factsErased(row, row.ref, person),
  hook_event: (row, person) => factsErased(row, row.call_ref, person),
  hook_arrival(row, person) {
    const query = forgetInForm(row.query ?? "", person.isErased);
    if (query === (row.query ?? "")) return undefined;
    return { ...changedOnly(row, (text, name) => (name === "query" ? query : withoutNumber(person, text))) };
  },
  record_version(row, person) {
    const record = row.resource === "calls" ? parseJson(row.record ?? "null") : undefined;
    if (!isPlainObject(record)) return undefined;
    const isOfPerson = person.refs.has(row.ref ?? "") || forgetIn(record, person.isErased) !== record;
    if (!isOfPerson) return undefined;
    addRef(person, row.ref);
    for (const name of namesBeside(record, person.isErased)) addName(person, name);
    const left = stringifyJson(reducedCall(record));
    return changedOnly({ record: stringifyJson(record) }, () => left);
  },
  saved_record(row, { refs }) {
    if (row.resource !== "calls" || !refs.has(row.ref ?? "")) return undefined;
    return changedOnly(row, (text, name) => (name === "name" || name === "label" ? null : text));
  },
};

function factsErased(row: TextRow, ref: string | null | undefined, person: Person): TextRow | undefined {
  const isOfPerson = [row.contact, row.own].some((digits) => digits && holdsNumber(digits, person.isErased));
  if (isOfPerson) {
    addRef(person, ref);
    if (row.contact_name) addName(person, row.contact_name);
  }
  if (!isOfPerson && !person.refs.has(ref ?? "")) return undefined;
  return changedOnly(row, (text, name) => {
    if (name === "contact_name") return null;
    if (columnsOfNumbers.has(name) && holdsNumber(text, person.isErased)) return null;
    return withoutNames(person, withoutNumber(person, text), true);
  });
}

const columnsOfNumbers: ReadonlySet<string> = new Set(["contact", "contact_line", "own"]);
