import { describe, expect, test } from "vitest";
import type { Rules } from "@/lib/contacts/plan";
import { number } from "@/lib/contacts/testing";
import { suggested } from "@/lib/contacts/validate/row-status";
import { detectMojibake } from "@/lib/contacts/validate/wrong-letters";
import {
  cleanList,
  damagedList,
  damageKinds,
  encodedList,
  misread,
  mistakenEncodings,
  pick,
  randomFrom,
} from "./lists";
import { findFalseAlarms, findSilentErrors, readList } from "./measure";
import { people, personOf } from "./people";

/** Every decision that a person may take for all rows at once. */
const decisions: readonly Partial<Rules>[] = [
  {},
  { addsPlus: true, usesSuggestions: suggested },
  { extraCells: "join", usesSuggestions: suggested, dropsExtensions: true },
  { extraCells: "drop", addsPlus: true, emptyName: "number" },
];

const inShort = ({
  row,
  rowStatus,
  sent,
}: {
  row: number;
  rowStatus: string;
  sent?: { phone: string; name: string };
}) => `row ${row} ${rowStatus}: ${sent?.phone}, ${sent?.name}`;

test("a cell under no name is no place for the rest of a name", async () => {
  const rows = Array.from({ length: 30 }, (_, at) => `${number(at)},Ann Lee,`);
  const text = `phone_number,name,\n${rows.join("\n")}\n${number(50)},Smith,Ann\n${number(51)},"Smith, Bo",\n`;
  const { rows: views } = await readList({ label: "", content: text, truth: new Map() });
  expect(views.slice(30).map(({ rowStatus }) => rowStatus)).toEqual(["extra_cells", "ok"]);
  const bare = rows.map((row) => row.slice(0, -1)).join("\n");
  const headless = await readList({ label: "", content: `${bare}\n${number(50)},Smith,Ann\n`, truth: new Map() });
  expect(headless.rows.map(({ rowStatus }) => rowStatus)).toEqual([...rows.map(() => "ok"), "extra_cells"]);
});

describe("no row is sent different from what its writer meant without a word", () => {
  test.for(damageKinds)("in lists with this kind of damage: %s", async (kind) => {
    for (let seed = 1; seed <= 24; seed += 1) {
      const list = damagedList([kind], seed * 977);
      const wrong = findSilentErrors(list, await readList(list, decisions[seed % decisions.length]));
      expect(wrong.map(inShort), list.label).toEqual([]);
    }
  });

  test("in lists with several kinds of damage", async () => {
    const random = randomFrom(41);
    for (let seed = 1; seed <= 60; seed += 1) {
      const list = damagedList([pick(random, damageKinds), pick(random, damageKinds), pick(random, damageKinds)], seed);
      const wrong = findSilentErrors(list, await readList(list, decisions[seed % decisions.length]));
      expect(wrong.map(inShort), list.label).toEqual([]);
    }
  });

  test("in lists of an encoding from before UTF-8: the likeliest one that is taken is the right one, and said", async () => {
    for (const [language, { encodings }] of Object.entries(people))
      for (const encoding of encodings)
        for (let seed = 1; seed <= 4; seed += 1) {
          const list = encodedList([language], encoding, seed * 31);
          const read = await readList(list);
          expect(read.opened, list.label).toMatchObject({ kind: "text", encodings: expect.anything() });
          expect(findSilentErrors(list, read).map(inShort), list.label).toEqual([]);
        }
  });

  test("in lists of several languages that share an encoding", async () => {
    const groups = [
      ["windows-1252", ["french", "german", "spanish", "nordic"]],
      ["windows-1250", ["polish", "czech", "hungarian", "german"]],
      ["windows-1251", ["russian", "ukrainian", "bulgarian"]],
      ["macintosh", ["french", "german", "spanish"]],
    ] as const;
    for (const [encoding, languages] of groups)
      for (let seed = 1; seed <= 8; seed += 1) {
        const list = encodedList(languages, encoding, seed * 7);
        expect(findSilentErrors(list, await readList(list)).map(inShort), list.label).toEqual([]);
      }
  });
});

test("clean lists in every language and shape have no row that is flagged or held", async () => {
  let rows = 0;
  const flagged: string[] = [];
  for (const language of Object.keys(people))
    for (let seed = 1; seed <= 8; seed += 1) {
      const list = cleanList(language, seed * 53);
      const read = await readList(list);
      rows += read.rows.length;
      flagged.push(...findFalseAlarms(read).map((row) => `${list.label}, ${inShort(row)}`));
      expect(findSilentErrors(list, read).map(inShort), list.label).toEqual([]);
    }
  expect(rows).toBeGreaterThan(10_000);
  expect(flagged).toEqual([]);
});

test("UTF-8 that was read as something else is reported, and its right name too, of nearly all names", () => {
  const random = randomFrom(5);
  let names = 0;
  let right = 0;
  for (const language of Object.keys(people))
    for (const encoding of new Set(mistakenEncodings))
      for (let nth = 0; nth < 30; nth += 1) {
        const name = personOf(language, nth * 5);
        if (/^[ -~]*$/.test(name)) continue;
        const wrong = misread(name, encoding, random).replace(/^"|"$/g, "");
        const found = detectMojibake(wrong);
        expect(found.isWrong, `${name}: ${wrong}`).toBe(true);
        names += 1;
        if (found.isWrong && found.repaired === name) right += 1;
      }
  expect(right / names).toBeGreaterThan(0.98);
});

test("no real name of any language is taken for wrongly read", () => {
  const locales =
    "af sq am ar hy as az eu be bn bs bg my ca zh zh-Hant hr cs da nl et fo fil fi fr gl ka de el gu he hi hu is ig id ga it ja kn kk km ko ky lo lv lt lb mk ml mt mr mn ne nb or pa fa pl pt ps qu ro ru gd sr si sk sl so es sw sv ta te th tr tk uk ur uz vi cy yo haw mi to kl se wo tt cv sah tg ha ee kab";
  const alarms: string[] = [];
  let names = 0;
  const preview = (name: string) => {
    names += 1;
    if (detectMojibake(name).isWrong) alarms.push(name);
  };
  for (const locale of locales.split(" "))
    for (const name of placesIn(locale)) for (const each of [name, name.toLocaleUpperCase(locale)]) preview(each);
  for (const language of Object.keys(people))
    for (let nth = 0; nth < 144; nth += 1) {
      const name = personOf(language, nth);
      for (const each of [name, name.toUpperCase(), name.toLowerCase(), name.normalize("NFD")]) preview(each);
    }
  expect(names).toBeGreaterThan(40_000);
  expect(alarms).toEqual([]);
});

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Names of the world's countries and languages as a language writes them. */
function placesIn(locale: string): string[] {
  const regions = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes.flatMap((code) => regions.of(code) ?? []).filter((name) => !/^[ -~]*$/.test(name));
}
