import { expect, test } from "vitest";
import { fieldsCsv } from "@/components/data-table/table-csv";
import type { SavedRecord } from "@/lib/contract/console/saved";
import { titleOf } from "./known-columns";
import { assistantRecord, knownAssistants, knownBecause, knownWords } from "./use-known-assistants";

const saved = (ref: string, part: Partial<SavedRecord> = {}): SavedRecord => ({
  resource: "assistants",
  ref,
  label: null,
  name: null,
  pinned: false,
  last_status_word: null,
  last_seen_at: null,
  opened_by: "Mara",
  named_by: null,
  not_found_since: null,
  ...part,
});

test("an assistant is known once, however often it is named", () => {
  const known = knownAssistants(
    [{ assistant_id: "a" }, { assistant_id: "a" }, { assistant_id: "b" }, { assistant_id: null }, {}],
    [saved("b"), saved("c")],
  );
  expect(known.map(({ id, numberCount }) => [id, numberCount])).toEqual([
    ["a", 2],
    ["b", 1],
    ["c", 0],
  ]);
});

test("pinned ones come first", () => {
  const known = knownAssistants([{ assistant_id: "a" }], [saved("c", { pinned: true })]);
  expect(known.map(({ id }) => id)).toEqual(["c", "a"]);
});

test("the list says why each is in it", () => {
  const why = (numbers: number, record?: SavedRecord) => knownBecause({ id: "a", numberCount: numbers, saved: record });
  expect(why(3, saved("a", { pinned: true }))).toBe("Pinned, 3 numbers");
  expect(why(1)).toBe("1 number");
  expect(why(0, saved("a", { last_seen_at: "2026-11-20T06:00:00Z" }))).toBe("Opened by Mara");
  expect(why(0, saved("a"))).toBe("Added by Mara");
  expect(why(0, saved("a", { opened_by: null, named_by: { resource: "calls", ref: "k" } }))).toBe("Named by a call");
  expect(why(0, saved("a", { opened_by: null }))).toBe("Opened here");
});

test("the sentence counts those that numbers name", () => {
  expect(knownWords(knownAssistants([{ assistant_id: "a" }], []))).toContain("all of them");
  expect(knownWords(knownAssistants([{ assistant_id: "a" }], [saved("b")]))).toContain("2 known, 1 of them");
});

test("an assistant is called in its list as in every other: by its label before its name, by its ID where it has neither", () => {
  const row = { id: "a", numberCount: 0, isGone: false, goneSince: undefined, status: undefined, language: undefined };
  const called = (name: string | undefined, label: string | null) =>
    titleOf({ ...row, name, saved: saved("a", { label }) });
  expect([
    called("Maya", "Front desk"),
    called("Maya", null),
    called(undefined, "Front desk"),
    called(undefined, null),
  ]).toEqual(["Front desk", "Maya", "Front desk", "a"]);
});

test("a sheet of assistants has the headings of every list of records", () => {
  const row = { id: "a", numberCount: 3, saved: saved("a", { pinned: true }), isGone: false, goneSince: undefined };
  const record = assistantRecord({ ...row, name: "Maya", status: "active", language: "en-GB" });
  const [head, cells] = fieldsCsv([], [record]).slice(1).split("\r\n");
  expect(head).toBe("id,name,label,status,language,last_read,source,pinned,not_found_since");
  expect(cells).toBe('a,Maya,,active,en-GB,,"Pinned, 3 numbers",true,');
});
