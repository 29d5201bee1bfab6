import { looksLikePhone } from "./check";
import type { Column } from "./engine";
import type { Mapping } from "./plan";

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

export type Guess = { mapping: Mapping; isCertain: boolean; guessed: { phone: boolean; name: boolean } };

/** Which columns hold numbers and names: by the API's own names, by like ones, by what is in them. Never by chance. */
export function guessMapping(columns: readonly Column[], rows: readonly (readonly string[])[]): Guess {
  const names = columns.map(({ name }) => plainName(name));
  const phone = byName(names, "phonenumber", phoneNames);
  const name = byName(names, "name", nameNames);
  const isCertain = isExact(columns, "phone_number") && isExact(columns, "name");
  if (isCertain) return { mapping: { phone, name: [name] }, isCertain, guessed: { phone: false, name: false } };

  const byContent = phone === -1 ? phoneByContent(columns, rows) : phone;
  const parts = [names.findIndex(isIn(firstNames)), names.findIndex(isIn(lastNames))].filter((at) => at !== -1);
  const found = name !== -1 ? [name] : parts.length > 0 ? parts : nameByContent(columns, rows, byContent);
  return {
    mapping: { phone: byContent, name: found },
    isCertain,
    guessed: {
      phone: byContent !== -1 && !isExact(columns, "phone_number"),
      name: found.length > 0 && !isExact(columns, "name"),
    },
  };
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

/** The one column of that name; where two could be it, a person must say. */
function byName(names: readonly string[], exact: string, alike: ReadonlySet<string>): number {
  const found = names.flatMap((name, at) => (name === exact ? [at] : []));
  const others = found.length > 0 ? found : names.flatMap((name, at) => (alike.has(name) ? [at] : []));
  return others.length === 1 ? (others[0] ?? -1) : -1;
}

function phoneByContent(columns: readonly Column[], rows: readonly (readonly string[])[]): number {
  const likely = columns.flatMap((_, at) => (shareOf(rows, at, looksLikePhone) >= 0.5 ? [at] : []));
  return likely.length === 1 ? (likely[0] ?? -1) : -1;
}

function nameByContent(columns: readonly Column[], rows: readonly (readonly string[])[], phone: number): number[] {
  const likely = columns.flatMap((_, at) => (at !== phone && shareOf(rows, at, looksLikeName) >= 0.5 ? [at] : []));
  return likely.length === 1 && phone !== -1 ? likely : [];
}

const looksLikeName = (cell: string) => /\p{L}{2}/u.test(cell) && !/[\d@/\\]/.test(cell);

function shareOf(rows: readonly (readonly string[])[], at: number, is: (cell: string) => boolean) {
  const filled = rows.map((cells) => cells[at] ?? "").filter((cell) => cell.trim() !== "");
  return filled.length === 0 ? 0 : filled.filter(is).length / filled.length;
}
