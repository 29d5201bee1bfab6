import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { DataColumn } from "@/components/data-table/data-columns";
import { numberKeys } from "@/lib/client/number-pages";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { type Costs, CostTotal, costsOf, wholeSum } from "./cost-sums";
import { costsByAssistant } from "./cost-tables";
import { pageNumbers, sliceNumbers, sortOf, sortText } from "./number-page";

const columns: DataColumn<PhoneNumber>[] = [
  { id: "name", header: "Name", cell: () => null, sortBy: ({ friendly_name }) => friendly_name },
];
const numbers = ["d", "a", "c", "b", "e"].map((friendly_name) => ({ id: friendly_name, friendly_name }));
const pageWith = (page: number, sort?: string) => {
  const slice = sliceNumbers({ numbers, columns, sort: sortOf(sort), page, limit: 2 });
  return [slice.rows.map(({ id }) => id).join(""), slice.page, slice.pageCount, slice.first, slice.total];
};

test("sliceNumbers sorts all numbers before paging", () => {
  expect(pageWith(1)).toEqual(["da", 1, 3, 1, 5]);
  expect(pageWith(2, "name")).toEqual(["cd", 2, 3, 3, 5]);
  expect(pageWith(1, "-name")).toEqual(["ed", 1, 3, 1, 5]);
});

test("sliceNumbers returns the last page for a page past the end", () => {
  expect(pageWith(9)).toEqual(["e", 3, 3, 5, 5]);
  expect(sliceNumbers({ numbers: [], columns, sort: undefined, page: 4, limit: 2 })).toMatchObject({
    page: 1,
    first: 0,
  });
});

test("sortText and sortOf round-trip a sort", () => {
  expect(sortText(sortOf("-name"))).toBe("-name");
  expect(sortText(sortOf("name"))).toBe("name");
  expect(sortOf("")).toBeUndefined();
});

test("pageNumbers gives the position of the platform's page in the total", () => {
  const part = { numbers: numbers.slice(0, 2), columns, sort: sortOf("name"), page: 3, count: 5, size: 5 };
  const slice = pageNumbers({ ...part, total: 33 });
  expect(slice).toMatchObject({ page: 3, pageCount: 7, hasNext: true, first: 11, total: 33 });
  expect(slice.rows.map(({ id }) => id)).toEqual(["a", "d"]);
  expect(pageNumbers({ ...part, numbers: [], count: 0, total: 33 })).toMatchObject({ hasNext: false, first: 0 });
});

test("pageNumbers ignores a wrong total and expects another page after a full one", () => {
  const part = { numbers, columns, sort: undefined, page: 1, count: 5, size: 5 };
  for (const total of [0, 3, undefined])
    expect(pageNumbers({ ...part, total })).toMatchObject({ hasNext: true, pageCount: undefined, total: undefined });
  expect(pageNumbers({ ...part, count: 4, total: 3 }).hasNext).toBe(false);
});

test("numberKeys gives numbers with the same ID unique keys", () => {
  const pair = [{ id: "a" }, { id: "a", status: "active" }, {}, {}];
  expect([...numberKeys(pair).values()]).toEqual(["a", "a (2)", "no ID", "no ID (2)"]);
});

const cost = (
  localized_monthly_cost: string,
  localized_currency: string | undefined,
  assistant_id: string,
  monthly_cost?: string,
) => ({
  ...{ localized_monthly_cost, localized_currency, assistant_id },
  ...(monthly_cost ? { monthly_cost } : {}),
});
const numbersWithCosts = [
  cost("0.10", "EUR", "a", "0.11"),
  cost("0.2", "EUR", "b", "0.2000"),
  cost("2.75", "GBP", "b", "3.9"),
  cost("1", undefined, "a", "1.10"),
  cost("free", "EUR", ""),
];

test("costsOf sums exact costs by currency and counts numbers without a price", () => {
  expect(costsOf(numbersWithCosts)).toEqual({
    ...{ count: 5, base: "5.3100", withoutBase: 1, unpriced: 2 },
    sums: [
      { currency: "EUR", count: 2, amount: "0.30" },
      { currency: "GBP", count: 1, amount: "2.75" },
    ],
  });
  expect(costsByAssistant(numbersWithCosts).map(({ assistant, costs }) => [assistant, costs.count])).toEqual([
    ["(none)", 1],
    ["b", 2],
    ["a", 2],
  ]);
});

test("answers what all numbers cost in the base currency, and says which have no base amount", () => {
  const shown = (costs: Costs) => renderToStaticMarkup(createElement(CostTotal, { costs })).replaceAll(/<[^>]*>/g, "");
  const priced = costsOf(numbersWithCosts.slice(0, 4));
  expect(wholeSum(priced)).toEqual({ amount: "5.3100", currency: undefined });
  expect(shown(priced)).toBe("5.31 in the platform’s base currency");
  expect(shown(costsOf(numbersWithCosts))).toBe(
    "5.31 in the platform’s base currency, without 1 number that has no base amount",
  );
  expect(shown(costsOf(numbersWithCosts.slice(4)))).toBe("not known");
});

test("answers in the only local currency when base amounts are missing", () => {
  const local = costsOf(
    [cost("0.10", "EUR", "a"), cost("0.2", "EUR", "b")].map((number) => ({ ...number, monthly_cost: null })),
  );
  expect(wholeSum(local)).toMatchObject({ amount: "0.30", currency: "EUR" });
});
