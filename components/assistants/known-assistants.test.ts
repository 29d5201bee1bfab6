import { expect, test } from "vitest";
import { fieldsCsv } from "@/components/data-table/save-csv";
import { rowOf, titleOf } from "@/components/registry/registry-row";
import type { SavedRecord } from "@/lib/contract/console/saved";
import { savedRecord } from "@/lib/testing/components/saved-record";
import { assistantRecord } from "./known-assistants";
import { countMessage, knownAssistants, sourceText } from "./use-known-assistants";

const saved = (ref: string, fields: Partial<SavedRecord> = {}) =>
  savedRecord("assistants", ref, { opened_by: "Mara", ...fields });

test("knownAssistants lists assistants of numbers and of the registry once", () => {
  const rows = knownAssistants(
    [
      { assistant_id: "a", count: 2 },
      { assistant_id: "b", count: 1 },
    ],
    [saved("b"), saved("c")],
  );
  expect(rows.map(({ id, numberCount }) => [id, numberCount])).toEqual([
    ["a", 2],
    ["b", 1],
    ["c", 0],
  ]);
});

test("sourceText gives the reason why an assistant is listed", () => {
  const sourceOf = (numbers: number, record?: SavedRecord) =>
    sourceText({ id: "a", numberCount: numbers, saved: record });
  expect(sourceOf(3, saved("a"))).toBe("3 numbers");
  expect(sourceOf(1)).toBe("1 number");
  expect(sourceOf(0, saved("a", { last_seen_at: "2026-11-20T06:00:00Z" }))).toBe("Opened by Mara");
  expect(sourceOf(0, saved("a"))).toBe("Added by Mara");
  expect(sourceOf(0, saved("a", { opened_by: null, named_by: { resource: "calls", ref: "k" } }))).toBe(
    "Named by a call",
  );
  expect(sourceOf(0, saved("a", { opened_by: null }))).toBe("Added here");
});

test("countMessage counts the assistants that phone numbers use", () => {
  expect(countMessage(knownAssistants([{ assistant_id: "a", count: 1 }], []))).toContain("all of them");
  expect(countMessage(knownAssistants([{ assistant_id: "a", count: 1 }], [saved("b")]))).toContain(
    "2 assistants, 1 of them",
  );
});

test("titleOf prefers the label to the name, and falls back to the ID", () => {
  const titleWith = (name: string | null, label: string | null) => titleOf({ id: "a", name, label });
  expect(titleWith("Maya", "Front desk")).toBe("Front desk");
  expect(titleWith("Maya", null)).toBe("Maya");
  expect(titleWith(null, "Front desk")).toBe("Front desk");
  expect(titleWith(null, null)).toBe("a");
});

test("assistantRecord has the columns of other registry exports", () => {
  const row = { ...rowOf(saved("a")), numberCount: 3, source: "3 numbers" };
  const record = assistantRecord({ ...row, name: "Maya", status: "active", language: "en-GB" });
  const [head, cells] = fieldsCsv([], [record]).slice(1).split("\r\n");
  expect(head).toBe("id,name,label,status,language,last_read,source,not_found_since");
  expect(cells).toBe("a,Maya,,active,en-GB,,3 numbers,");
});
