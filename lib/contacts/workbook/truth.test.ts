import { expect, test } from "vitest";
import { bucketSum, checkedFile, number, viewsOf, writtenText } from "@/lib/testing/contacts/checked-file";
import { makeOds, type OdsSheet } from "@/lib/testing/contacts/make-ods";
import { makeWorkbook, type SheetInput } from "@/lib/testing/contacts/make-workbook";
import { runs } from "@/lib/testing/runs";

/** Contact of a generated list, and whether its row is hidden. */
type Row = { phone: string; name: string; isHidden: boolean };

/** Random numbers that are the same on every run. */
function createRandom(seed: number) {
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
  const random = createRandom(seed);
  const rows = Array.from({ length: 1 + random(40) }, (_, index) => ({
    phone: random(12) === 0 ? "" : number(seed * 50 + index),
    name: names[random(names.length)] ?? "",
    isHidden: random(3) === 0,
  }));
  // A sheet counts as a list only if it has a visible number.
  rows.unshift({ phone: number(seed * 50 + 49), name: "First", isHidden: false });
  return { rows, lead: random(3), hasSpace: random(2) === 0 };
}

const header = ["phone_number", "name", "note"];

/** Rows of the sheet, some of them blank, with the row numbers of contacts and of hidden rows. */
function sheetOf(list: ReturnType<typeof randomList>) {
  const cells: string[][] = [...Array.from({ length: list.lead }, () => []), header];
  const rowNumbers: number[] = [];
  for (const [index, { phone, name }] of list.rows.entries()) {
    if (list.hasSpace && index % 5 === 4) cells.push([]);
    cells.push([phone, name, index % 2 ? "a\n\nb" : ""]);
    rowNumbers.push(cells.length);
  }
  return {
    cells,
    rowNumbers,
    hidden: list.rows.flatMap(({ isHidden }, index) => (isHidden ? [rowNumbers[index] ?? 0] : [])),
  };
}

async function filesOf(list: ReturnType<typeof randomList>): Promise<File[]> {
  const { cells, hidden } = sheetOf(list);
  const excel: SheetInput = { name: "List", rows: cells, hiddenRows: hidden };
  const visibility = Object.fromEntries(
    hidden.map((row, index) => [row, `table:visibility="${index % 2 ? "filter" : "collapse"}"`]),
  );
  const open: OdsSheet = { name: "List", rows: cells, rowAttributes: visibility };
  return [
    new File([await makeWorkbook([excel])], "list.xlsx"),
    new File([await makeWorkbook([excel], { texts: "inline" })], "inline.xlsx"),
    new File([await makeOds([open])], "list.ods"),
  ];
}

const tidy = (name: string) => name.replace(/\s+/g, " ");

test("sends all visible rows and no hidden row of generated workbooks", async () => {
  for (let seed = 1; seed <= runs(8, 80); seed += 1) {
    const list = randomList(seed);
    const { rowNumbers } = sheetOf(list);
    for (const file of await filesOf(list)) {
      const label = `${file.name} ${seed}`;
      const checked = await checkedFile(file);
      const { report, opened } = checked;
      const hidden = list.rows.filter(({ isHidden }) => isHidden);
      const filled = hidden.filter(({ phone, name }) => phone !== "" || name !== "");
      expect(bucketSum(report), label).toBe(report.rows);
      expect(report.rowStatuses.hidden, label).toBe(report.counts.leftOut);
      expect("preview" in opened && opened.preview.hiddenRows, label).toBeGreaterThanOrEqual(filled.length);
      for (const view of await viewsOf(checked)) {
        const own = list.rows[rowNumbers.indexOf(view.row)];
        if (!own) expect(view.rowStatus, label).toBe("blank");
        else if (own.isHidden) expect(["hidden", "blank"], label).toContain(view.rowStatus);
        else if (view.sent) expect([view.sent.phone, view.sent.name], label).toEqual([own.phone, tidy(own.name)]);
        else expect(["number_missing", "name_missing", "blank"], `${label} ${view.row}`).toContain(view.rowStatus);
      }
      const sent = list.rows.filter(({ isHidden, phone, name }) => !isHidden && phone && name).length;
      expect(report.counts.sent, label).toBe(sent);
    }
  }
});

test("saves hidden rows with their reason, and sends them when chosen or edited", async () => {
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
  const saved = await writtenText(left, "notSent");
  expect([saved.rows, saved.file.name]).toEqual([2, "list left out.csv"]);
  expect(saved.text).toContain('Bo,3,"The workbook hides this row, by a filter or by hand. It is left out."');
  const sent = await checkedFile(file, { rules: { sendsHidden: true } });
  expect(sent.report.counts).toEqual({ sent: 3, toFix: 0, duplicate: 1, blank: 0, leftOut: 0 });
  const typed = await checkedFile(file, { edits: new Map([[5, { name: "Cyril" }]]) });
  expect((await viewsOf(typed)).map(({ rowStatus }) => rowStatus)).toEqual(["ok", "hidden", "ok", "ok"]);
});

test("asks about a phone column when the workbook hides it", async () => {
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

test("holds numbers that a workbook rounded or that have a fraction", async () => {
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
  for (const rules of [
    { usesSuggestions: ["plus_missing"] },
    { country: "GB" },
    { country: "SG", usesSuggestions: ["plus_missing"] },
  ] as const) {
    const views = await viewsOf(await checkedFile(file, { rules }));
    expect(views.slice(2).map(({ rowStatus }) => rowStatus)).toEqual(["excel", "excel", "excel", "excel", "excel"]);
    if ("usesSuggestions" in rules)
      expect(views.slice(0, 2).map(({ sent }) => sent?.phone)).toEqual(["+447911123456", undefined]);
  }
});

test("accepts rows without their empty last cells, wherever the header is", async () => {
  for (const above of [0, 19, 20, 30]) {
    const titles = Array.from({ length: above }, (_, index) => [`line ${index}`]);
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

test("takes the first visible sheet, else the largest list, else a hidden list", async () => {
  const rows = (count: number) => [
    ["phone_number", "name"],
    ...Array.from({ length: count }, (_, index) => [number(index), "Ann"]),
  ];
  const notes = { name: "Read me", rows: [["Call in March."], ["Ask Bo on +442079460000"], ["Then tell Ann."]] };
  const chosenSheet = async (...sheets: SheetInput[]) => {
    const { opened } = await checkedFile(new File([await makeWorkbook(sheets)], "list.xlsx"));
    return opened.kind === "workbook" && opened.book.sheets[opened.book.sheet]?.name;
  };
  const hidden = { name: "Hidden", rows: rows(90), state: "veryHidden" };
  expect(await chosenSheet(notes, { name: "Small", rows: rows(2) }, { name: "Large", rows: rows(9) }, hidden)).toBe(
    "Large",
  );
  expect(await chosenSheet({ name: "Small", rows: rows(2) }, { name: "Large", rows: rows(9) })).toBe("Small");
  expect(await chosenSheet(hidden, { name: "Small", rows: rows(2) })).toBe("Small");
  expect(await chosenSheet(notes, hidden)).toBe("Hidden");
});
