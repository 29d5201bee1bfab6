import { expect, test } from "vitest";
import { checkedText, number, reportIn, viewsOf, writtenText } from "@/lib/testing/contacts/checked-file";
import { createContactEngine } from "./create-engine";
import type { Progress, RowChoice } from "./engine";

const noop = () => undefined;

test("lists rows by their problem and reads them page by page", async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) =>
    index % 10 === 3 ? `bad ${index},N ${index}` : `${number(index)},N ${index}`,
  );
  const { engine, report } = await checkedText(`phone_number,name\n${rows.join("\n")}`);
  expect(report.groups[1]).toMatchObject({
    group: "letters",
    count: 2000,
    examples: [{ row: 5 }, { row: 15 }, { row: 25 }],
  });
  expect(await engine.list({ group: "letters", text: "" })).toBe(2000);
  const page = await engine.page(1500, 3);
  expect(page.map(({ row, phone, name }) => [row, phone, name])).toEqual([
    [15005, "bad 15003", "N 15003"],
    [15015, "bad 15013", "N 15013"],
    [15025, "bad 15023", "N 15023"],
  ]);
});

test("finds rows by a part of the name, and by digits in any spacing", async () => {
  const { engine } = await checkedText(
    `phone_number,name\n+44 7911 010001,Ann Lee\n${number(2)},Bo LEE\n${number(3)},Jörg Müller\n`,
  );
  expect(await engine.list({ group: "all", text: "lee" })).toBe(2);
  expect(await engine.list({ group: "all", text: "7911 01 0001" })).toBe(1);
  for (const text of [
    "07911 010001",
    "+44 (0)7911 010001",
    "Tel. 07911\u2011010001",
    "\uff10\uff17\uff19\uff11\uff11 010001",
  ])
    expect(await engine.list({ group: "all", text }), text).toBe(1);
  expect(await engine.list({ group: "tidied", text: "lee" })).toBe(1);
  expect(await engine.list({ group: "all", text: "muller" })).toBe(1);
  expect(await engine.list({ group: "all", text: "nobody" })).toBe(0);
});

test("shows the new status of an edited row at once and keeps its place in the listing", async () => {
  const checked = await checkedText(`phone_number,name\nx1,Ann\ny1,Bo\n${number(1)},Cy\n`);
  const { engine, plan } = checked;
  await engine.list({ group: "letters", text: "" });
  const edits = new Map([
    [2, { phone: number(5) }],
    [3, { phone: number(1) }],
  ]);
  await engine.amend({ ...plan, edits });
  expect((await engine.page(0, 9)).map(({ row, rowStatus, otherRow }) => [row, rowStatus, otherRow])).toEqual([
    [2, "ok", undefined],
    [3, "duplicate", 4],
  ]);
  const report = await engine.check({ ...plan, edits }, noop);
  expect(report).toMatchObject({ counts: { sent: 2, duplicate: 1, toFix: 0 } });
  expect((await engine.page(0, 9)).map(({ row, rowStatus }) => [row, rowStatus])).toEqual([
    [2, "ok"],
    [3, "ok"],
  ]);
});

test("finds the row of a sent contact by its position and by its number", async () => {
  const { engine } = await checkedText(
    `phone_number,name\nx,Ann\n${number(1)},Bo\n\n${number(1)},Cy\n${number(2)},Di\n`,
  );
  expect(await engine.rowsOfSent([1, 2, 3, 0])).toEqual([3, 6, undefined, undefined]);
  const spaced = number(2).replace("+", "");
  expect(await engine.rowsOfNumbers([spaced, number(1), number(9), number(2)])).toEqual([[6], [3], [], [6]]);
});

test("ignores blank surplus cells only when nearly all rows have them", async () => {
  const rows = Array.from({ length: 20 }, (_, index) => `${number(index)},Name ${"abc"[index % 3]},Leeds`);
  const header = "phone_number,name,city";
  const mixed = await checkedText(`${header}\n${rows.join("\n")}\n${number(30)},Smith, Ann,\n`);
  expect(mixed.report.rowStatuses).toMatchObject({ ok: 20, extra_cells: 1 });
  const even = await checkedText(`${header}\n${rows.join(",\n")},\n${number(30)},Smith, Ann,,\n`);
  expect(even.report.rowStatuses).toMatchObject({ ok: 20, extra_cells: 1 });
  const joined = await checkedText(`${header}\n${rows.join(",\n")},\n${number(30)},Smith, Ann,,\n`, {
    rules: { extraCells: "join" },
  });
  expect((await viewsOf(joined)).at(-1)?.sent?.name).toBe("Smith, Ann");
});

test("reports the progress of a check and stops when it is aborted", async () => {
  const rows = Array.from({ length: 300_000 }, (_, index) => `${number(index)},Name ${index}`);
  const engine = createContactEngine();
  const opened = await engine.open(new File([`phone_number,name\n${rows.join("\n")}`], "list.csv"), noop);
  if (opened.kind !== "text") throw new Error("It opens as text.");
  const { plan } = await checkedText(`phone_number,name\n${number(1)},Ann\n`);
  const reported: Progress[] = [];
  const checking = engine.check(plan, (progress) => {
    reported.push(progress);
    engine.cancel();
  });
  await expect(checking).rejects.toThrow("Stopped.");
  expect(reported).toHaveLength(1);
  expect(reported[0]).toMatchObject({ totalBytes: expect.any(Number), toFix: 0 });
  expect(reported[0]?.rows).toBeLessThan(300_000);
});

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** List whose writing is still in progress when the plan changes. */
const longList = () => {
  const rows = Array.from({ length: 60_000 }, (_, index) =>
    index % 2 ? `bad ${index},N ${index}` : `${number(index)},N ${index}`,
  );
  return checkedText(`phone_number,name\n${rows.join("\n")}\n`);
};

test("writes a list as it was checked when the plan changes meanwhile", async () => {
  const checked = await longList();
  const { engine, plan } = checked;
  const alone = await writtenText(checked, "toFix");
  const writing = writtenText(checked, "toFix");
  await delay(60);
  const edits = new Map([
    [3, { phone: number(1) }],
    [59_999, { phone: number(3), name: "typed" }],
  ]);
  await engine.amend({ ...plan, edits });
  const checking = engine.check({ ...plan, edits }, noop);
  engine.cancel();
  await expect(checking).rejects.toThrow("Stopped.");
  const report = reportIn(await engine.check({ ...plan, edits }, noop));
  expect((await writing).sha256).toBe(alone.sha256);
  expect((await writtenText({ ...checked, report }, "toFix")).rows).toBe(alone.rows - 2);
});

test("aborts a check when the plan changes, and keeps the last one", async () => {
  const checked = await checkedText(`phone_number,name\n${number(1)},Ann\n447911010002,Bo\n`);
  const { engine, plan, report } = checked;
  const checking = engine.check({ ...plan, rules: { ...plan.rules, usesSuggestions: ["plus_missing"] } }, noop);
  await engine.amend(plan);
  await expect(checking).rejects.toThrow("Stopped.");
  expect(await writtenText(checked, "sent")).toMatchObject({ rows: report.counts.sent });
});

test("rejects a write when it names an older check", async () => {
  const { engine, plan, report } = await checkedText(`phone_number,name\n${number(1)},Ann\n447911010002,Bo\n`);
  const next = reportIn(
    await engine.check({ ...plan, rules: { ...plan.rules, usesSuggestions: ["plus_missing"] } }, noop),
  );
  await expect(engine.write({ kind: "sent", checkId: report.checkId }, noop)).rejects.toThrow("counted again");
  expect(await engine.write({ kind: "sent", checkId: next.checkId }, noop)).toMatchObject({ rows: 2 });
});

test("finishes concurrent writes and a check when another write is aborted", async () => {
  const { engine, plan, report } = await longList();
  const { checkId } = report;
  const abortController = new AbortController();
  const stopped = engine.write({ kind: "notSent", checkId }, () => abortController.abort(), abortController.signal);
  const both = Promise.all((["toFix", "sent"] as const).map((kind) => engine.write({ kind, checkId }, noop)));
  const checking = engine.check(plan, noop);
  await expect(stopped).rejects.toThrow("Stopped.");
  expect(await checking).toMatchObject({ counts: { sent: 30_000, toFix: 30_000 } });
  expect((await both).map(({ rows }) => rows)).toEqual([30_000, 30_000]);
});

test("finishes a write when another file is opened", async () => {
  const { engine, report } = await longList();
  const writing = engine.write({ kind: "toFix", checkId: report.checkId }, noop);
  await engine.open(new File([`phone_number,name\n${number(1)},Bo\n`], "next.csv"), noop);
  expect(await writing).toMatchObject({ rows: 30_000, file: { name: "list to fix.csv" } });
});

test("rejects a write when the file has changed on disk", async () => {
  const bytes = `phone_number,name\n${number(1)},Ann\n${number(2)},Bo\n`;
  const file = new File([bytes], "list.csv");
  const engine = createContactEngine();
  await engine.open(file, noop);
  const { plan } = await checkedText(bytes);
  const { checkId } = reportIn(await engine.check(plan, noop));
  Object.defineProperty(file, "stream", { value: () => new Blob([`phone_number,name\n${number(1)},Ann\n`]).stream() });
  await expect(engine.write({ kind: "sent", checkId }, noop)).rejects.toThrow("changed");
});

test("rejects a check when the file grows meanwhile", async () => {
  const text = `phone_number,name\n${number(1)},Ann\n`;
  const file = new File([text], "list.csv");
  const engine = createContactEngine();
  await engine.open(file, noop);
  const { plan } = await checkedText(text);
  Object.defineProperty(file, "stream", { value: () => new Blob([text + "\n".repeat(text.length)]).stream() });
  await expect(engine.check(plan, noop)).rejects.toThrow("changed");
});

test("keeps the second of two files when the first takes longer to open", async () => {
  const engine = createContactEngine();
  const slow = new File(["phone_number,name\n"], "slow.csv");
  let release = () => {};
  const bytes = new Promise<ArrayBuffer>((resolve) => {
    release = () => resolve(new TextEncoder().encode("phone_number,name,slow\n+1,Ann,x\n").buffer);
  });
  Object.defineProperty(slow, "slice", { value: () => ({ arrayBuffer: () => bytes }) });
  const first = engine.open(slow, noop);
  await engine.open(new File([`phone_number,name\n${number(1)},Bo\n`], "quick.csv"), noop);
  release();
  await expect(first).rejects.toThrow("Stopped.");
  const preview = await engine.preview({ encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true });
  expect(preview).toMatchObject({ columns: [{ name: "phone_number" }, { name: "name" }] });
});

test("keeps the newer listing when an older search takes longer", async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `${number(index)},${index % 100 ? "Bo" : "Anna"} ${index}`);
  const { engine } = await checkedText(["phone_number,name", ...rows].join("\n"));
  const slow = engine.list({ group: "all", text: "anna" });
  expect(await engine.list({ group: "all", text: "" })).toBe(20_000);
  await slow;
  expect((await engine.page(5_000, 2)).map(({ name }) => name)).toEqual(["Anna 5000", "Bo 5001"]);
});

test("shows the first rows of some statuses, without those that are sent again, or of given rows", async () => {
  const names = ["Ann", "Bo", "Cy", "Di"];
  const { engine, report } = await checkedText(
    ["phone_number,name", ...names.map((name, index) => `${number(index)},${name}`), "+4412,Ed", ""].join("\n"),
  );
  const rowsIn = async (choice: RowChoice, count = 2) => (await engine.firstRows(choice, count)).map(({ row }) => row);
  expect(await rowsIn({ statuses: ["ok", "tidied"] })).toEqual([2, 3]);
  expect(await rowsIn({ statuses: ["ok"], without: [Uint32Array.of(2), Uint32Array.of(4)] })).toEqual([3, 5]);
  expect(await rowsIn({ rows: Uint32Array.of(4, 5, 6) })).toEqual([4, 5]);
  expect(await rowsIn({ statuses: ["digits", "invalid"] })).toEqual([6]);
  await engine.leaveOut(report.checkId, { do_not_call: Uint32Array.of(3) });
  expect(await rowsIn({ statuses: ["ok"] })).toEqual([2, 4]);
  expect(await engine.firstRows({ statuses: ["do_not_call"] }, 5)).toMatchObject([{ row: 3, name: "Bo" }]);
});
