import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "@/lib/testing/runs";
import { csvRows } from "./csv-rows";

async function rowsOf(csv: string, size = csv.length || 1) {
  const rows = [];
  for await (const some of csvRows(parts(csv, size))) rows.push(...some);
  return rows;
}

async function* parts(csv: string, size: number) {
  for (let from = 0; from < csv.length; from += size) yield csv.slice(from, from + size);
}

test("numbers rows by their first line, with any line endings, quotes and blank lines", async () => {
  const rows = await rowsOf('phone_number,name\r\n+1,"Ann\r\nLee"\r\n\r\n+2,"Bo ""B"" Li"\n+3,C\r+4,D');
  expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [1, "phone_number", "name"],
    [2, "+1", "Ann\nLee"],
    [5, "+2", 'Bo "B" Li'],
    [6, "+3", "C"],
    [7, "+4", "D"],
  ]);
});

test("returns the same rows for any chunk size", async () => {
  const cell = fc.stringMatching(/^[ab,"\n+1é]{0,8}$/);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1 }), fc.nat({ max: 20 }), async (table, size) => {
      const csv = table.map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")).join("\r\n");
      const whole = await rowsOf(csv);
      expect(await rowsOf(csv, size + 1)).toEqual(whole);
      expect(whole.map(({ cells }) => cells)).toEqual(table);
    }),
    { numRuns: runs(100, 1_000) },
  );
});

test("refuses an unclosed quote with its line, and limits the length of a row", async () => {
  await expect(rowsOf('a,b\n1,2\n3,"x\n4,y')).rejects.toThrow("A quotation mark opened on line 3 is never closed.");
  await expect(rowsOf(`a,b\n1,"${"x".repeat(200_000)}`, 10_000)).rejects.toThrow("The row on line 2 is longer than");
});

test("marks a row with malformed quotes", async () => {
  const rows = await rowsOf('a,b\n1,"x" y"\n2,z');
  expect(rows.map(({ isMalformed }) => isMalformed)).toEqual([false, true, false]);
});
