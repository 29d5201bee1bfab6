import { expect, test } from "vitest";
import { type KeyPress, keyName, mayFire } from "@/components/ui/browser/use-keys";
import { addToast, type ToastEntry } from "@/components/ui/overlay/toast";
import { sources, textOf } from "@/lib/testing/import-graph";
import { compareKeys, type DataColumn, sortRows } from "./data-columns";
import { columnsCsv } from "./save-csv";
import { stepFor } from "./use-table-keys";

const column = (id: string): DataColumn<unknown> => ({ id, header: id, cell: () => id });

test("compareKeys puts missing values last and compares digits as numbers", () => {
  expect(["10", undefined, "9", null, "a2", "a10"].sort((a, b) => compareKeys(a, b))).toEqual([
    "9",
    "10",
    "a2",
    "a10",
    null,
    undefined,
  ]);
  expect(compareKeys(2n, 10n)).toBe(-1);
});

test("sortRows sorts both ways and is stable", () => {
  const rows = ["b1", "a1", "b2", "a2"].map((id) => ({ id, original: id }));
  const byLetter: DataColumn<string> = { ...column("letter"), sortBy: (row) => row[0] };
  const sorted = (by: DataColumn<string> | undefined, isDescending: boolean) =>
    sortRows(rows, by, isDescending).map(({ id }) => id);
  expect(sorted(byLetter, false)).toEqual(["a1", "a2", "b1", "b2"]);
  expect(sorted(byLetter, true)).toEqual(["b1", "b2", "a1", "a2"]);
  expect(sorted(column("fixed"), true)).toEqual(["b1", "a1", "b2", "a2"]);
  expect(sorted(undefined, false)).toEqual(["b1", "a1", "b2", "a2"]);
});

test("stepFor stops at both ends", () => {
  expect(stepFor("ArrowDown", 9, 10)).toBe(9);
  expect(stepFor("PageUp", 5, 10)).toBe(0);
  expect(stepFor("End", 0, 10)).toBe(9);
  expect(stepFor("x", 0, 10)).toBeUndefined();
});

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  defaultPrevented: false,
  ...more,
});

test("keyName returns readable key names", () => {
  expect(keyName(press("j"))).toBe("J");
  expect(keyName(press("D", { shiftKey: true }))).toBe("Shift+D");
  expect(keyName(press("k", { metaKey: true }))).toBe("Ctrl+K");
  expect(keyName(press("?", { shiftKey: true }))).toBe("?");
});

test("mayFire is false in fields, behind dialogs and when single keys are off", () => {
  const on = { name: "J", areSingleKeysOn: true, hasModal: false, isInField: false };
  expect(mayFire(press("j"), on)).toBe(true);
  expect(mayFire(press("j"), { ...on, isInField: true })).toBe(false);
  expect(mayFire(press("j"), { ...on, hasModal: true })).toBe(false);
  expect(mayFire(press("j"), { ...on, areSingleKeysOn: false })).toBe(false);
  expect(mayFire(press("Escape"), { ...on, name: "Escape", areSingleKeysOn: false })).toBe(true);
  expect(mayFire(press("j", { isComposing: true }), on)).toBe(false);
});

test("addToast drops faults last", () => {
  const toast = (id: number, tone: ToastEntry["tone"]): ToastEntry => ({ id, tone, title: String(id) });
  const full = [toast(1, "fault"), toast(2, "ok"), toast(3, "fault"), toast(4, "ok")];
  expect(addToast(full, toast(5, "ok")).map((toast) => toast.id)).toEqual([1, 3, 4, 5]);
});

test("columnsCsv exports raw values, without controls", () => {
  const columns: DataColumn<{ name: string; at: string | null }>[] = [
    { id: "select", header: "", cell: () => null, csv: () => "no" },
    { id: "name", header: "Name", cell: () => null, sortBy: ({ name }) => name.toLowerCase(), csv: ({ name }) => name },
    { id: "at", header: "Last, seen", cell: () => null, sortBy: ({ at }) => at },
    { id: "end", header: "End", cell: () => null },
  ];
  const rows = [
    { name: "=Sum", at: "2026-11-20T06:36:55Z" },
    { name: "Ä", at: null },
  ];
  expect(columnsCsv(columns, rows)).toBe('\uFEFFName,"Last, seen"\r\n\'=Sum,2026-11-20T06:36:55Z\r\nÄ,\r\n');
});

test("every table offers a CSV export, except short ones of settings", () => {
  const elsewhere = new Map([
    ["data-table/table-section.tsx", "not worth a file"],
    ["settings/platform/polls-screen.tsx", "not worth a file"],
    ["audit/audit-table.tsx", "the server exports it"],
    ["contact-import/choose-campaign.tsx", "the list of campaigns exports it"],
    ["do-not-call/block-tables.tsx", "the server exports it"],
    ["phone-numbers/numbers-table.tsx", "its bar exports it"],
    ["webhooks/log-table.tsx", "the server exports it"],
    ["calls/calls-table.tsx", "the server exports it"],
    ["campaigns/result-contacts.tsx", "the server exports it"],
  ]);
  const count = (file: string, text: RegExp) => [...textOf(file).matchAll(text)].length;
  const without = sources.filter(
    (file) =>
      file.endsWith(".tsx") &&
      !elsewhere.has(file.replace("components/", "")) &&
      count(file, /<DataTable$|<DataTable\s/gm) > count(file, /<ExportCsv\s/g),
  );
  expect(without).toEqual([]);
});
