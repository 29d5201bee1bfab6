import { expect, test } from "vitest";
import { numberIn, readTyped } from "./typed-number";

test.each(["(51) 98765-4321", "81 98765-4321", "8529 123-4567"])(
  "asks for the country of %s, which is a mobile of two countries",
  (text) => {
    expect(readTyped(text)).toEqual({ fault: "no_country" });
    expect(() => numberIn(text)).toThrow("Choose its country");
  },
);

test.each([
  ["(51) 98765-4321", "BR", "+5551987654321"],
  ["(51) 98765-4321", "PE", "+51987654321"],
  ["+51 98765 4321", undefined, "+51987654321"],
  ["0051 98765 4321", undefined, "+51987654321"],
  ["4915112345678", undefined, "+4915112345678"],
  ["13125550123", undefined, "+13125550123"],
])("reads %s in %s without a question", (text, country, number) => {
  expect(numberIn(text, country)).toBe(number);
});
