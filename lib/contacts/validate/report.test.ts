import { expect, test } from "vitest";
import { checkedText, number, viewsOf } from "@/lib/testing/contacts/checked-file";

const mixed = `phone_number,name\n${number(1)},Ann\n+447700900001,Bo\n+447700900002,Cy\n+12125550123,Di\nx,Ed\n`;

const rules = { usesSuggestions: ["invalid"] } as const;

test("adds up the countries to the sent rows, numbers that were kept included", async () => {
  const { report } = await checkedText(mixed, { rules });
  expect(report.countries).toEqual([
    { country: "ZZ", count: 2 },
    { country: "GB", count: 1 },
    { country: "US", count: 1 },
  ]);
  expect(report.counts.sent).toBe(4);
});

test("sends numbers in no known range only when the list of countries includes them", async () => {
  const included = await checkedText(mixed, { rules: { ...rules, countries: ["GB", "ZZ"] } });
  expect((await viewsOf(included)).map(({ rowStatus }) => rowStatus)).toEqual([
    "ok",
    "kept",
    "kept",
    "country",
    "number_missing",
  ]);
  const leftOut = await checkedText(mixed, { rules: { ...rules, countries: ["GB"] } });
  expect(leftOut.report.countries).toEqual([{ country: "GB", count: 1 }]);
});
