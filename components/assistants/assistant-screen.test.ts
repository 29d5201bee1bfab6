import { expect, test } from "vitest";
import { languageTag } from "./assistant-screen";

test("languageTag converts language codes to BCP 47 tags", () => {
  expect(languageTag("de")).toBe("de");
  expect(languageTag("en_us")).toBe("en-US");
  expect(languageTag("zh-Hant-TW")).toBe("zh-Hant-TW");
});

test("languageTag returns undefined for other values", () => {
  for (const code of ["multi", "auto", "", "d", "de-", "German", undefined, null, 7])
    expect(languageTag(code)).toBeUndefined();
});
