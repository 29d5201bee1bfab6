import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createEncoder } from "@/lib/contacts/read/encode-text";
import { mulberry32 } from "@/platform/seed/seeded-random";

type Country = "british" | "german" | "american";
/** A number is `start` or `national` with as many more digits. */
type Range = { start: string; national: string; digits: number };

/** Numbers that regulators reserve for fiction. Our check finds all of them valid. */
const ranges: Readonly<Record<Country, readonly Range[]>> = {
  // https://www.ofcom.org.uk/phones-and-broadband/phone-numbers/numbers-for-drama
  british: [
    { start: "+44 20 7946 0", national: "020 7946 0", digits: 3 },
    ...["113", "117", "131", "161"].map((area) => ({
      start: `+44 ${area} 496 0`,
      national: `0${area} 496 0`,
      digits: 3,
    })),
  ],
  // https://www.bundesnetzagentur.de/SharedDocs/Downloads/DE/Sachgebiete/Telekommunikation/Unternehmen_Institutionen/Nummerierung/Rufnummern/Mittlg148_2021.pdf
  german: ["30 23125 ", "69 90009 ", "40 66969 ", "221 4710 ", "89 99998 "].map((block) => ({
    start: `+49 ${block}`,
    national: `0${block}`,
    digits: 3,
  })),
  // https://www.nanpa.com/numbering/555-line-numbers
  american: ["212", "303", "415", "617", "312"].map((area) => ({
    start: `+1 ${area} 555 01`,
    national: `(${area}) 555-01`,
    digits: 2,
  })),
};

const given = [
  ..."Amara Ben Clara Dev Elsie Farah Gus Hana Ivo June Kofi Lena Milo Nora Otis Priya Quinn Rosa Sami Tess".split(" "),
  ..."Jörg Käthe Søren Zoë Amélie José Bärbel Günther".split(" "),
];
const family = [
  ..."Ashdown Birchall Castellan Dunmore Elbright Fenwick Garrow Hollis Inskip Jessop Kestrel Lindow".split(" "),
  ..."Müllrath Großfeld Schäferin Köhlner Lefèvrand Nuñezal".split(" "),
];

/** People and numbers that do not repeat within one list. */
function createPeople(seed: number) {
  const random = mulberry32(seed);
  const names = shuffled(
    given.flatMap((first) => family.map((last) => `${first} ${last}`)),
    random,
  );
  const used = { british: 0, german: 0, american: 0 };
  const next = (country: Country) => {
    const own = ranges[country];
    const range = own[used[country] % own.length];
    const tail = String(Math.floor(used[country] / own.length)).padStart(range?.digits ?? 0, "0");
    used[country] += 1;
    return { full: `${range?.start}${tail}`, national: `${range?.national}${tail}` };
  };
  return { random, name: () => names.pop() ?? "", next };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}

const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));
const countries: readonly Country[] = ["british", "german", "american"];
const countryAt = (index: number) => countries[index % countries.length] ?? "british";

function cleanList() {
  const { random, name, next } = createPeople(1);
  const rows = times(240, (index) => [next(countryAt(index)).full.replaceAll(" ", ""), name()]);
  return [["phone_number", "name"], ...shuffled(rows, random)];
}

function messyList() {
  const { random, name, next } = createPeople(2);
  const whole = times(147, (index) => [name(), next(countryAt(index)).full]);
  const rows = [
    ...whole,
    ...times(90, () => [name(), next("german").national]),
    ...times(60, () => [name(), next("british").national]),
    ...times(30, () => [name(), next("american").national]),
    ...whole.slice(0, 25),
    ...times(16, () => [name(), ""]),
    ...times(10, () => [name(), "n/a"]),
    ...times(9, (index) => ["", next(countryAt(index)).full]),
    ...times(6, () => [name(), `${next("british").full} / ${next("german").full}`]),
    ...times(4, () => [name(), "4,42079E+11"]),
    ...times(3, () => ["n/a", next("british").full]),
  ];
  const marked = shuffled(rows, random).map(([who = "", number = ""]) => [who, number, random() < 0.08 ? "yes" : ""]);
  return [["Customer", "Telephone", "Do not call"], ...marked];
}

const encode = createEncoder("windows-1252");

/** Sample lists that the import page offers, by path. */
export const samples: Readonly<Record<string, Uint8Array>> = {
  "public/samples/clean.csv": new TextEncoder().encode(textOf(cleanList(), ",")),
  "public/samples/messy.csv": encode(textOf(messyList(), ";")) ?? new Uint8Array(),
};

function textOf(rows: readonly (readonly string[])[], delimiter: string) {
  return rows.map((row) => `${row.join(delimiter)}\r\n`).join("");
}

if (process.argv[1]?.endsWith("samples.ts"))
  for (const [path, bytes] of Object.entries(samples)) {
    mkdirSync(join(import.meta.dirname, "../public/samples"), { recursive: true });
    writeFileSync(join(import.meta.dirname, "..", path), bytes);
  }
