import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { phoneFormats } from "./make-phone-formats.mjs";

test("writes the formats that are stored", () => {
  expect(phoneFormats()).toBe(readFileSync(new URL("../lib/format/phone-formats.ts", import.meta.url), "utf8"));
});
