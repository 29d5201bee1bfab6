import { describe, expect, test } from "vitest";
import type { Rules } from "@/lib/contacts/plan";
import { suggested } from "@/lib/contacts/row-status/row-status";
import { detectMojibake } from "@/lib/contacts/validate/wrong-letters";
import { number } from "@/lib/testing/contacts/checked-file";
import {
  cleanList,
  damagedList,
  damageKinds,
  encodedList,
  misread,
  mistakenEncodings,
  pick,
} from "@/lib/testing/contacts/generated-lists";
import { people, personOf } from "@/lib/testing/contacts/people";
import { findFalseAlarms, findSilentErrors, readList } from "@/lib/testing/contacts/read-list";
import { runs } from "@/lib/testing/runs";
import { mulberry32 } from "@/platform/seed/seeded-random";

/** Rules that a person can set for all rows at once. */
const decisions: readonly Partial<Rules>[] = [
  {},
  { usesSuggestions: suggested },
  { extraCells: "join", usesSuggestions: suggested },
  { extraCells: "drop", usesSuggestions: ["plus_missing"], emptyName: "number" },
];

const describeRow = ({
  row,
  rowStatus,
  sent,
}: {
  row: number;
  rowStatus: string;
  sent?: { phone: string; name: string };
}) => `row ${row} ${rowStatus}: ${sent?.phone}, ${sent?.name}`;

test("holds a row when the rest of its name is in a column without a name", async () => {
  const rows = Array.from({ length: 30 }, (_, index) => `${number(index)},Ann Lee,`);
  const text = `phone_number,name,\n${rows.join("\n")}\n${number(50)},Smith,Ann\n${number(51)},"Smith, Bo",\n`;
  const { rows: views } = await readList({ label: "", content: text, truth: new Map() });
  expect(views.slice(30).map(({ rowStatus }) => rowStatus)).toEqual(["extra_cells", "ok"]);
  const bare = rows.map((row) => row.slice(0, -1)).join("\n");
  const headless = await readList({ label: "", content: `${bare}\n${number(50)},Smith,Ann\n`, truth: new Map() });
  expect(headless.rows.map(({ rowStatus }) => rowStatus)).toEqual([...rows.map(() => "ok"), "extra_cells"]);
});

describe("no row is sent wrongly without a warning", () => {
  test.for(damageKinds)("flags or holds every wrong row of lists with %s", async (kind) => {
    for (let seed = 1; seed <= runs(4, 24); seed += 1) {
      const list = damagedList([kind], seed * 977);
      const wrong = findSilentErrors(list, await readList(list, decisions[seed % decisions.length]));
      expect(wrong.map(describeRow), list.label).toEqual([]);
    }
  });

  test("flags or holds every wrong row when kinds of damage are combined", async () => {
    const random = mulberry32(41);
    for (let seed = 1; seed <= runs(12, 60); seed += 1) {
      const list = damagedList([pick(random, damageKinds), pick(random, damageKinds), pick(random, damageKinds)], seed);
      const wrong = findSilentErrors(list, await readList(list, decisions[seed % decisions.length]));
      expect(wrong.map(describeRow), list.label).toEqual([]);
    }
  });

  test("finds and reports the right encoding when a list is older than UTF-8", async () => {
    for (const [language, { encodings }] of Object.entries(people))
      for (const encoding of encodings)
        for (let seed = 1; seed <= runs(1, 4); seed += 1) {
          const list = encodedList([language], encoding, seed * 31);
          const read = await readList(list);
          expect(read.opened, list.label).toMatchObject({ kind: "text", encodings: expect.anything() });
          expect(findSilentErrors(list, read).map(describeRow), list.label).toEqual([]);
        }
  });

  test("reads the names right when several languages share an encoding", async () => {
    const groups = [
      ["windows-1252", ["french", "german", "spanish", "nordic"]],
      ["windows-1250", ["polish", "czech", "hungarian", "german"]],
      ["windows-1251", ["russian", "ukrainian", "bulgarian"]],
      ["macintosh", ["french", "german", "spanish"]],
    ] as const;
    for (const [encoding, languages] of groups)
      for (let seed = 1; seed <= runs(2, 8); seed += 1) {
        const list = encodedList(languages, encoding, seed * 7);
        expect(findSilentErrors(list, await readList(list)).map(describeRow), list.label).toEqual([]);
      }
  });
});

test("neither flags nor holds a row of a clean list in any language", async () => {
  let rows = 0;
  const flagged: string[] = [];
  for (const language of Object.keys(people))
    for (let seed = 1; seed <= runs(1, 8); seed += 1) {
      const list = cleanList(language, seed * 53);
      const read = await readList(list);
      rows += read.rows.length;
      flagged.push(...findFalseAlarms(read).map((row) => `${list.label}, ${describeRow(row)}`));
      expect(findSilentErrors(list, read).map(describeRow), list.label).toEqual([]);
    }
  expect(rows).toBeGreaterThan(runs(1_250, 10_000));
  expect(flagged).toEqual([]);
});

test("detects mojibake and restores nearly all names", () => {
  const random = mulberry32(5);
  let names = 0;
  let right = 0;
  for (const language of Object.keys(people))
    for (const encoding of new Set(mistakenEncodings))
      for (let index = 0; index < 30; index += 1) {
        const name = personOf(language, index * 5);
        if (/^[ -~]*$/.test(name)) continue;
        const wrong = misread(name, encoding, random).replace(/^"|"$/g, "");
        const result = detectMojibake(wrong);
        expect(result.isWrong, `${name}: ${wrong}`).toBe(true);
        names += 1;
        if (result.isWrong && result.repaired === name) right += 1;
      }
  expect(right / names).toBeGreaterThan(0.98);
});

test.for(["Zo毛", "脣lla", "Ren茅 Lef猫vre", "Zoﾃｫ", "螻ｱ逕ｰ"])(
  "detects the mixed scripts of %s as mojibake",
  (name) => {
    expect(detectMojibake(name)).toEqual({ isWrong: true });
  },
);

test("does not take a real name of any language for mojibake", () => {
  const locales =
    "af sq am ar hy as az eu be bn bs bg my ca zh zh-Hant hr cs da nl et fo fil fi fr gl ka de el gu he hi hu is ig id ga it ja kn kk km ko ky lo lv lt lb mk ml mt mr mn ne nb or pa fa pl pt ps qu ro ru gd sr si sk sl so es sw sv ta te th tr tk uk ur uz vi cy yo haw mi to kl se wo tt cv sah tg ha ee kab";
  const alarms: string[] = [];
  let names = 0;
  const check = (name: string) => {
    names += 1;
    if (detectMojibake(name).isWrong) alarms.push(name);
  };
  for (const locale of locales.split(" "))
    for (const name of countriesIn(locale))
      for (const variant of [name, name.toLocaleUpperCase(locale)]) check(variant);
  for (const language of Object.keys(people))
    for (let index = 0; index < 144; index += 1) {
      const name = personOf(language, index);
      for (const variant of [name, name.toUpperCase(), name.toLowerCase(), name.normalize("NFD")]) check(variant);
    }
  expect(names).toBeGreaterThan(40_000);
  expect(alarms).toEqual([]);
});

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Names of countries in a language. */
function countriesIn(locale: string): string[] {
  const regions = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes.flatMap((code) => regions.of(code) ?? []).filter((name) => !/^[ -~]*$/.test(name));
}
