import type { Column } from "@/lib/contacts/engine";
import type { Mapping } from "@/lib/contacts/plan";
import { looksLikePhone } from "@/lib/contacts/validate/check";

/** What the files of rows that are not sent say about a row: columns behind the list's own, in this order. */
export const ownColumns = ["row", "problem", "suggestion"];

/** A column's name without what does not matter: case, marks, blanks, underscores, hyphens, width. */
export const plainName = (name: string) =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\ufeff\s_\-.:#()]/g, "");

const phoneNames = words(
  "phonenumber phone phoneno phonenr phonenum mobile mobilephone mobilenumber mobileno tel telno telephone telephonenumber",
  "msisdn cell cellphone cellnumber number contactnumber contactphone phone1 primaryphone e164 whatsapp whatsappnumber",
  "customerphone callerid to handy telefon telefonnummer telefono telefone celular movil portable numero numerodetelefono",
);
const nameNames = words(
  "name fullname contact contactname customer customername displayname client clientname person recipient",
  "leadname lead nombre nombrecompleto nom nomcomplet nome nomecompleto namen",
);
const firstNames = words("firstname first givenname forename vorname prenom primeironome fname");
const lastNames = words(
  "lastname last surname familyname secondname nachname nomdefamille apellido apellidos sobrenome lname",
);

/** Whether a header's cell is a name that numbers go by. */
export const namesPhone = (name: string) => phoneNames.has(plainName(name));

/** Whether a header's cell is a name that numbers or names go by. */
export const namesColumn = (name: string) =>
  [phoneNames, nameNames, firstNames, lastNames].some((names) => names.has(plainName(name)));

export type Guess = { mapping: Mapping; isCertain: boolean; guessed: { phone: boolean; name: boolean } };

/** Which columns hold numbers and names: by the API's own names, by like ones, by what is in them. Never by chance. */
export function guessMapping(all: readonly Column[], rows: readonly (readonly string[])[]): Guess {
  const columns = all.slice(0, theirColumns(all.map(({ name }) => name)));
  const names = columns.map(({ name }) => plainName(name));
  const phones = firstFound(
    named(names, "phonenumber"),
    filledFirst(columns, named(names, phoneNames)),
    holding(columns, rows, looksLikePhone),
  );
  const phone = phones.length === 1 ? (phones[0] ?? -1) : -1;
  const parts = [names.findIndex(isIn(firstNames)), names.findIndex(isIn(lastNames))].filter((at) => at !== -1);
  const byContent = () => holding(columns, rows, looksLikeName).filter((at) => at !== phone);
  const found = firstFound(named(names, "name"), filledFirst(columns, named(names, nameNames)), parts);
  // With no number found a column of words may be anything.
  const likely = found.length > 0 || phone === -1 ? found : byContent();
  const isJoined = likely.length === 1 || likely === parts;
  const [isPhoneExact, isNameExact] = [isExact(columns, "phone_number"), isExact(columns, "name")];
  const mapping = { phone, name: isJoined ? likely : [] };
  // What the workbook does not show may not be what is meant.
  const [isPhoneHidden, isNameHidden] = [[phone], mapping.name].map((all) => all.some((at) => columns[at]?.isHidden));
  return {
    mapping,
    isCertain: isPhoneExact && isNameExact && !isPhoneHidden && !isNameHidden,
    guessed: {
      phone: phones.length > 0 && (!isPhoneExact || isPhoneHidden === true),
      name: likely.length > 0 && (!isNameExact || isNameHidden === true),
    },
  };
}

const firstFound = (...tries: (readonly number[])[]) => tries.find((found) => found.length > 0) ?? [];

/** Exports have a column for each number that a person may have: those with nothing in them are none to choose from. */
function filledFirst(columns: readonly Column[], found: readonly number[]): readonly number[] {
  const filled = found.filter((at) => columns[at]?.samples.length);
  return filled.length > 0 ? filled : found;
}

function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.join(" ").split(" "));
}

const isIn = (set: ReadonlySet<string>) => (name: string) => set.has(name);

const isExact = (columns: readonly Column[], wanted: string) =>
  columns.filter(
    ({ name }) =>
      name
        .replace(/^\ufeff/, "")
        .trim()
        .toLowerCase() === wanted,
  ).length === 1;

const named = (names: readonly string[], wanted: string | ReadonlySet<string>) =>
  names.flatMap((name, at) => ((typeof wanted === "string" ? name === wanted : wanted.has(name)) ? [at] : []));

const holding = (columns: readonly Column[], rows: readonly (readonly string[])[], is: (cell: string) => boolean) =>
  columns.flatMap((_, at) => (shareOf(rows, at, is) >= 0.5 ? [at] : []));

const looksLikeName = (cell: string) => /\p{L}{2}/u.test(cell) && !/[\d@/\\]/.test(cell);

/** The share of a column's filled cells that are like that. */
export function shareOf(rows: readonly (readonly string[])[], at: number, is: (cell: string) => boolean) {
  const filled = rows.map((cells) => cells[at] ?? "").filter((cell) => cell.trim() !== "");
  return filled.length === 0 ? 0 : filled.filter(is).length / filled.length;
}

/** How many columns are the list's own: a file of ours that comes back has more, and a list may have some of their names. */
export function theirColumns(header: readonly string[]): number {
  const theirs = header.length - ownColumns.length;
  return ownColumns.every((name, at) => header[theirs + at]?.trim() === name) ? theirs : header.length;
}
