import { expect, test } from "vitest";
import { cleanText, comparableText, holdsText } from "./comparable-text";

test.each([
  ["in another Unicode form", "Zählerstände", "Za\u0308hlersta\u0308nde"],
  ["with marks of a chat", "find_account", "\u200bfind_account\ufeff"],
  ["with a mark inside", "Winter tariff", "Win\u00adter tariff"],
  ["with other spaces", "Winter tariff", "Winter\u00a0 tariff "],
  ["in wide letters", "CRM 24", "ＣＲＭ\u3000２４"],
  ["with a ligature", "office", "o\ufb03ce"],
])("compares a text as people see it when it comes %s", (_how, shown, typed) => {
  expect(comparableText(typed)).toBe(comparableText(shown));
  expect(holdsText(`The ${shown} of Cardiff`, typed.toLowerCase())).toBe(true);
});

test("keeps what people see when a text is cleaned", () => {
  expect(cleanText(" \u200e+44 7700 900871\u200b ")).toBe("+44 7700 900871");
  expect(cleanText("Za\u0308hler")).toBe("Zähler");
  expect(cleanText("ﬁ ２ می\u200cخواهم")).toBe("ﬁ ２ می\u200cخواهم");
  expect(comparableText("Winter tariff")).not.toBe(comparableText("winter tariff"));
  expect(holdsText(null, "a")).toBe(false);
});
