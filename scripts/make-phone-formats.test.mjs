import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { phoneFormats, zoneFile } from "./make-phone-formats.mjs";

test("writes the formats that are stored", () => {
  const stored = phoneFormats().map(([zone]) => [zone, readFileSync(zoneFile(zone), "utf8")]);
  expect([stored.length, phoneFormats()]).toEqual([9, stored]);
});
