import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { timeZoneTable } from "./make-time-zones.mjs";

test("writes the table that is stored", () => {
  const stored = new URL("../lib/numbers/time-zone-table.ts", import.meta.url);
  expect(timeZoneTable()).toBe(readFileSync(stored, "utf8"));
});
