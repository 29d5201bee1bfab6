import { expect, test } from "vitest";
import { createContactEngine } from "@/lib/contacts/create-engine";
import { type Format, type Plan, plainRules } from "@/lib/contacts/plan";
import { bytesOf, number } from "@/lib/testing/contacts/checked-file";
import { makeWorkbook } from "@/lib/testing/contacts/make-workbook";
import { openedFile } from "./opened-file";

const planIn = (format: Format): Plan => ({
  format,
  mapping: { phone: 0, name: [1] },
  rules: plainRules,
  edits: new Map(),
});

const commas: Format = { encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true };
const windows: Format = { ...commas, encoding: "windows-1252" };

test("openedFile restores a chosen encoding after a reload", async () => {
  const file = new File([bytesOf(`phone_number,name\n${number(1)},José\n`, "windows-1252")], "list.csv");
  expect(await openedFile(createContactEngine(), file, {})).toMatchObject({
    step: "open",
    format: windows,
    preview: { rows: [{ row: 2, cells: [number(1), "José"] }] },
    encodings: expect.arrayContaining([{ encoding: "windows-1252", lines: [{ row: 2, text: `${number(1)},José` }] }]),
  });
  const cyrillic: Format = { ...commas, encoding: "windows-1251" };
  const restored = { sheet: undefined, plan: planIn(cyrillic) };
  expect(await openedFile(createContactEngine(), file, { restored })).toMatchObject({
    step: "open",
    format: cyrillic,
    preview: { rows: [{ row: 2, cells: [number(1), "Josй"] }] },
    encodings: expect.arrayContaining([expect.objectContaining({ encoding: "windows-1252" })]),
  });
});

test("openedFile restores a chosen sheet after a reload", async () => {
  const rows = [
    ["phone_number", "name"],
    [number(1), "Ann"],
  ];
  const book = await makeWorkbook([
    { name: "Notes", rows },
    { name: "List", rows },
  ]);
  const file = new File([book], "list.xlsx");
  expect(await openedFile(createContactEngine(), file, {})).toMatchObject({ step: "open", book: { sheet: 0 } });
  expect(await openedFile(createContactEngine(), file, { restored: { sheet: 1, plan: planIn(commas) } })).toMatchObject(
    {
      step: "open",
      book: { sheet: 1 },
      preview: { rows: [{ row: 2 }] },
    },
  );
});

test("openedFile restores a chosen delimiter after a reload", async () => {
  const file = new File([`phone;name\n${number(1)};Ann, Lee\n`], "list.csv");
  const plan = planIn({ ...commas, skippedRows: 1, hasHeader: false });
  expect(await openedFile(createContactEngine(), file, { restored: { sheet: undefined, plan } })).toMatchObject({
    step: "open",
    format: plan.format,
    preview: { rows: [{ row: 2, cells: [`${number(1)};Ann`, " Lee"] }] },
  });
});

test("openedFile returns the refusal when the file can no longer be read", async () => {
  const restored = { sheet: undefined, plan: planIn(windows) };
  expect(await openedFile(createContactEngine(), new File([""], "list.csv"), { restored })).toMatchObject({
    step: "refused",
    refusal: { sentence: "This file is empty." },
  });
});
