import fc from "fast-check";
import { expect, test } from "vitest";
import { csvRows } from "@/lib/platform/csv-rows";
import { createRowCounter } from "./row-counter";

function count(text: string, size = text.length || 1) {
  const counter = createRowCounter();
  for (let at = 0; at < text.length; at += size) counter.push(text.slice(at, at + size));
  return counter.end();
}

test("rows are counted below the header, blank lines left out", () => {
  expect(count("phone_number,name\n+49301,Ada\n\n+49302,Bo").rows).toBe(2);
  expect(count("phone_number,name\n").rows).toBe(0);
  expect(count("\n\nphone_number,name\r\n+49301,Ada\r\n").rows).toBe(1);
});

test("a line break inside quotation marks ends no row", () => {
  const { rows, preview } = count('phone_number,name\n+49301,"Ada\r\nLovelace"\n+49302,Bo\n');
  expect(rows).toBe(2);
  expect(preview).toEqual([
    { line: 2, cells: ["+49301", "Ada\nLovelace"] },
    { line: 4, cells: ["+49302", "Bo"] },
  ]);
});

test("the pieces that a file comes in make no difference", () => {
  const text = 'phone_number,name\r\n+49301,"A ""b""\r\n\r\nc"\r\n\r+49302,Bo\n';
  for (let size = 1; size <= text.length; size++) expect(count(text, size)).toEqual(count(text));
});

test("a quotation mark that is never closed is said, not counted over", () => {
  expect(() => count('phone_number,name\n+49301,"Ada\n+49302,Bo\n')).toThrow("never closed");
  expect(() => count(`phone_number,name\n+49301,"Ada\n${"+49302,Bo\n".repeat(9000)}`, 4096)).toThrow("line 2");
});

test("the count is the one that the local platform makes", async () => {
  const cell = fc.constantFrom("+49301", "Ada", '"Ada, B"', '"two\nlines"', '""', "", " ", "ü");
  const row = fc.array(cell, { minLength: 1, maxLength: 3 }).map((cells) => cells.join(","));
  const end = fc.constantFrom("\n", "\r\n", "\r");
  const lists = fc.tuple(fc.array(row, { maxLength: 12 }), end, fc.integer({ min: 1, max: 40 }));
  await fc.assert(
    fc.asyncProperty(lists, async ([rows, lineEnd, size]) => {
      const text = ["phone_number,name", ...rows].join(lineEnd);
      expect(count(text, size).rows).toBe((await platformCount(text)) - 1);
    }),
  );
});

async function platformCount(text: string) {
  async function* once() {
    yield text;
  }
  let rows = 0;
  for await (const some of csvRows(once())) rows += some.length;
  return rows;
}
