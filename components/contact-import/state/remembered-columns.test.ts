import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openFile } from "@/lib/testing/components/open-file";
import { rememberColumns, withRememberedColumns } from "./remembered-columns";

const { format } = openFile;
const columns = ["mobile", "full name"].map((name) => ({ name, samples: [], isRepeated: false }));
const preview = { ...openFile.preview, columns };
const mapping = { phone: 1, name: [0] };

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("proposes the columns of the last list with this header, and never skips the step", () => {
  const certain = { ...preview, isCertain: true };
  rememberColumns(certain, format, mapping);
  expect(withRememberedColumns(certain, format)).toMatchObject({ mapping, isCertain: false, isRemembered: true });
  const others = columns.map((column) => ({ ...column, name: `${column.name} 2` }));
  expect(withRememberedColumns({ ...certain, columns: others }, format)).toMatchObject({ isCertain: true });
});

test("changes nothing when the columns were confirmed as guessed, or a list has no header", () => {
  rememberColumns(preview, format, preview.mapping);
  expect(withRememberedColumns(preview, format)).toBe(preview);
  rememberColumns(preview, { ...format, hasHeader: false }, mapping);
  expect(withRememberedColumns(preview, format)).toBe(preview);
});

test("stores no text of the file", () => {
  rememberColumns(preview, format, mapping);
  for (const { name } of preview.columns) expect(localStorage.getItem("import-columns")).not.toContain(name);
});

test("proposes nothing when the browser stores nothing or something else", () => {
  for (const stored of ["{", "[1]", "{}"]) {
    vi.stubGlobal("localStorage", { getItem: () => stored, setItem: () => fail() });
    rememberColumns(preview, format, mapping);
    expect(withRememberedColumns(preview, format)).toBe(preview);
  }
});

function fail() {
  throw new Error("The quota is exceeded.");
}
