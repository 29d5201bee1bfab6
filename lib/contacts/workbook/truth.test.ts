import { expect, test } from "vitest";
import { bucketSum, checkedFile, number, viewsOf, writtenText } from "@/lib/contacts/testing";
import { makeOds, type OdsSheet } from "./ods-testing";
import { makeWorkbook, type SheetInput } from "./testing";

/** A row of a made list: what stands in its cells, and what is true of it. */
type Row = { phone: string; name: string; isHidden: boolean };

/** Numbers that look random and are the same in every run. */
function createChance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const names = [
  "Ann Lee",
  "Lee, Ann",
  'Ann "Al" Lee',
  "Zoë\nMüller",
  `two\n${number(900)},line`,
  "x".repeat(180),
  "",
  "O'Neil; Bo",
];

function randomList(seed: number): { rows: Row[]; lead: number; hasSpace: boolean } {
  const chance = createChance(seed);
  const rows = Array.from({ length: 1 + chance(40) }, (_, at) => ({
    phone: chance(12) === 0 ? "" : number(seed * 50 + at),
    name: names[chance(names.length)] ?? "",
    isHidden: chance(3) === 0,
  }));
  // A list is one only where a number can be seen in it.
  rows.unshift({ phone: number(seed * 50 + 49), name: "First", isHidden: false });
  return { rows, lead: chance(3), hasSpace: chance(2) === 0 };
}

const header = ["phone_number", "name", "note"];

/** Rows of the sheet, some blank, and the places of those that are hidden. */
function sheetOf(list: ReturnType<typeof randomList>) {
  const cells: string[][] = [...Array.from({ length: list.lead }, () => []), header];
  const places: number[] = [];
  for (const [at, { phone, name }] of list.rows.entries()) {
    if (list.hasSpace && at % 5 === 4) cells.push([]);
    cells.push([phone, name, at % 2 ? "a\n\nb" : ""]);
    places.push(cells.length);
  }
  return { cells, places, hidden: list.rows.flatMap(({ isHidden }, at) => (isHidden ? [places[at] ?? 0] : [])) };
}

async function filesOf(list: ReturnType<typeof randomList>): Promise<File[]> {
  const { cells, hidden } = sheetOf(list);
  const excel: SheetInput = { name: "List", rows: cells, hiddenRows: hidden };
  const visibility = Object.fromEntries(
    hidden.map((row, at) => [row, `table:visibility="${at % 2 ? "filter" : "collapse"}"`]),
  );
  const open: OdsSheet = { name: "List", rows: cells, rowAttributes: visibility };
  return [
    new File([await makeWorkbook([excel])], "list.xlsx"),
    new File([await makeWorkbook([excel], { texts: "inline" })], "inline.xlsx"),
    new File([await makeOds([open])], "list.ods"),
  ];
}

const tidy = (name: string) => name.replace(/\s+/g, " ");

test("of 240 made workbooks no row is sent that is hidden, none that is seen is missing, and all rows are counted", async () => {
  for (let seed = 1; seed <= 80; seed += 1) {
    const list = randomList(seed);
    const { places } = sheetOf(list);
    for (const file of await filesOf(list)) {
      const what = `${file.name} ${seed}`;
      const checked = await checkedFile(file);
      const { report, opened } = checked;
      const hidden = list.rows.filter(({ isHidden }) => isHidden);
      const filled = hidden.filter(({ phone, name }) => phone !== "" || name !== "");
      expect(bucketSum(report), what).toBe(report.rows);
      expect(report.rowStatuses.hidden, what).toBe(report.counts.leftOut);
      expect("preview" in opened && opened.preview.hiddenRows, what).toBeGreaterThanOrEqual(filled.length);
      for (const view of await viewsOf(checked)) {
        const own = list.rows[places.indexOf(view.row)];
        if (!own) expect(view.rowStatus, what).toBe("blank");
        else if (own.isHidden) expect(["hidden", "blank"], what).toContain(view.rowStatus);
        else if (view.sent) expect([view.sent.phone, view.sent.name], what).toEqual([own.phone, tidy(own.name)]);
        else expect(["number_missing", "name_missing", "blank"], `${what} ${view.row}`).toContain(view.rowStatus);
      }
      const sent = list.rows.filter(({ isHidden, phone, name }) => !isHidden && phone && name).length;
      expect(report.counts.sent, what).toBe(sent);
    }
  }
});

test("hidden rows are saved with their reason, are sent when that is chosen, and one by one when they are typed over", async () => {
  const rows = [
    ["phone_number", "name"],
    [number(1), "Ann"],
    [number(2), "Bo"],
    [number(2), "Bo again"],
    [number(3), "Cy"],
  ];
  const file = new File([await makeWorkbook([{ name: "List", rows, hiddenRows: [3, 5] }])], "list.xlsx");
  const left = await checkedFile(file);
  expect(left.report.counts).toEqual({ sent: 2, toFix: 0, duplicate: 0, blank: 0, leftOut: 2 });
  expect((await writtenText(left, "sent")).text).toBe(
    `phone_number,name\r\n${number(1)},Ann\r\n${number(2)},Bo again\r\n`,
  );
  const saved = await writtenText(left, "leftOut");
  expect([saved.rows, saved.file.name]).toEqual([2, "list left out.csv"]);
  expect(saved.text).toContain('Bo,3,"The workbook hides this row, by a filter or by hand. It is left out."');
  const sent = await checkedFile(file, { rules: { sendsHidden: true } });
  expect(sent.report.counts).toEqual({ sent: 3, toFix: 0, duplicate: 1, blank: 0, leftOut: 0 });
  const typed = await checkedFile(file, { edits: new Map([[5, { name: "Cyril" }]]) });
  expect((await viewsOf(typed)).map(({ rowStatus }) => rowStatus)).toEqual(["ok", "hidden", "ok", "ok"]);
});

test("a phone column that the workbook hides is a guess that is asked about", async () => {
  const rows = [
    ["phone_number", "name"],
    [number(1), "Ann"],
  ];
  const file = new File([await makeWorkbook([{ name: "List", rows, hiddenColumns: [1] }])], "list.xlsx");
  const { opened } = await checkedFile(file);
  expect("preview" in opened && opened.preview).toMatchObject({
    isCertain: false,
    guessed: { phone: true, name: false },
    columns: [{ isHidden: true }, {}],
    doubts: ["The numbers are read from “phone_number”, a column that the workbook hides."],
  });
});

test("numbers that a workbook rounded are held, whole ones lack only their plus, and one with a fraction is no number", async () => {
  const cells = [
    "447911123456",
    "4.47911123456E11",
    "4.47911E+11",
    "447911000000",
    "44791112345.5",
    "4.4791112345599998E+11",
    "1.2345678901234568E+17",
  ];
  const rows = [["phone_number", "name"], ...cells.map((cell) => [{ number: cell }, "Ann"])];
  const file = new File([await makeWorkbook([{ name: "List", rows }])], "list.xlsx");
  for (const rules of [{ addsPlus: true }, { country: "GB" }, { country: "SG", addsPlus: true }]) {
    const views = await viewsOf(await checkedFile(file, { rules }));
    expect(views.slice(2).map(({ rowStatus }) => rowStatus)).toEqual(["excel", "excel", "excel", "excel", "excel"]);
    if (rules.addsPlus) expect(views.slice(0, 2).map(({ sent }) => sent?.phone)).toEqual(["+447911123456", undefined]);
  }
});

test("a row of a sheet whose last cells are empty is whole, however far down the header stands", async () => {
  for (const above of [0, 19, 20, 30]) {
    const titles = Array.from({ length: above }, (_, at) => [`line ${at}`]);
    const list = [["phone_number", "name", "note"], [number(1), "Ann", "x"], [number(2), "Bo"], [number(3)]];
    for (const workbook of [
      await makeWorkbook([{ name: "List", rows: [...titles, ...list] }]),
      await makeOds([{ name: "List", rows: [...titles, ...list] }]),
    ]) {
      const views = await viewsOf(await checkedFile(new File([workbook], "list.xlsx")));
      expect(views.map(({ rowStatus }) => rowStatus)).toEqual(["ok", "ok", "name_missing"]);
    }
  }
});

test("the likeliest sheet is taken: the first that is seen, or the largest list, and hidden ones only where no other holds one", async () => {
  const rows = (count: number) => [
    ["phone_number", "name"],
    ...Array.from({ length: count }, (_, at) => [number(at), "Ann"]),
  ];
  const notes = { name: "Read me", rows: [["Call in March."], ["Ask Bo on +442079460000"], ["Then tell Ann."]] };
  const taken = async (...sheets: SheetInput[]) => {
    const { opened } = await checkedFile(new File([await makeWorkbook(sheets)], "list.xlsx"));
    return opened.kind === "workbook" && opened.book.sheets[opened.book.sheet]?.name;
  };
  const hidden = { name: "Hidden", rows: rows(90), state: "veryHidden" };
  expect(await taken(notes, { name: "Small", rows: rows(2) }, { name: "Large", rows: rows(9) }, hidden)).toBe("Large");
  expect(await taken({ name: "Small", rows: rows(2) }, { name: "Large", rows: rows(9) })).toBe("Small");
  expect(await taken(hidden, { name: "Small", rows: rows(2) })).toBe("Small");
  expect(await taken(notes, hidden)).toBe("Hidden");
});
