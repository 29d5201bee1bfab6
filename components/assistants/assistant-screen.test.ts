import { expect, test } from "vitest";
import { languageTag } from "./assistant-screen";

test("language codes become tags", () => {
  expect(languageTag("de")).toBe("de");
  expect(languageTag("en_us")).toBe("en-US");
  expect(languageTag("zh-Hant-TW")).toBe("zh-Hant-TW");
});

test("what is no language code is left out", () => {
  for (const code of ["multi", "auto", "", "d", "de-", "German", undefined, null, 7])
    expect(languageTag(code)).toBeUndefined();
});
