import { expect, test } from "vitest";
import type { DataColumn } from "@/components/ui/data-columns";
import type { PhoneNumber } from "@/lib/contract/phone-numbers";
import { pageNumbers, sliceNumbers, sortOf, sortText } from "./number-page";

const columns: DataColumn<PhoneNumber>[] = [
  { id: "name", header: "Name", cell: () => null, sortBy: ({ friendly_name }) => friendly_name },
];
const numbers = ["d", "a", "c", "b", "e"].map((friendly_name) => ({ id: friendly_name, friendly_name }));
const cut = (page: number, sort?: string) => {
  const slice = sliceNumbers({ numbers, columns, sort: sortOf(sort), page, limit: 2 });
  return [slice.rows.map(({ id }) => id).join(""), slice.page, slice.pageCount, slice.first, slice.of];
};

test("sorting runs over all numbers before they are cut into pages", () => {
  expect(cut(1)).toEqual(["da", 1, 3, 1, 5]);
  expect(cut(2, "name")).toEqual(["cd", 2, 3, 3, 5]);
  expect(cut(1, "-name")).toEqual(["ed", 1, 3, 1, 5]);
});

test("a page past the end is the last one", () => {
  expect(cut(9)).toEqual(["e", 3, 3, 5, 5]);
  expect(sliceNumbers({ numbers: [], columns, sort: undefined, page: 4, limit: 2 })).toMatchObject({
    page: 1,
    first: 0,
  });
});

test("a sort is written in the address and read back", () => {
  expect(sortText(sortOf("-name"))).toBe("-name");
  expect(sortText(sortOf("name"))).toBe("name");
  expect(sortOf("")).toBeUndefined();
});

test("while not all numbers are here, the API's own page is shown with its own place in the whole", () => {
  const part = { numbers: numbers.slice(0, 2), columns, sort: sortOf("name"), page: 3, count: 5, size: 5 };
  expect(pageNumbers({ ...part, pageCount: 7, total: 33 })).toMatchObject({ page: 3, pageCount: 7, first: 11, of: 33 });
  expect(pageNumbers({ ...part, pageCount: 7, total: 33 }).rows.map(({ id }) => id)).toEqual(["a", "d"]);
  const unknown = { ...part, pageCount: undefined, total: undefined };
  expect(pageNumbers(unknown)).toMatchObject({ pageCount: 4, of: 15 });
  expect(pageNumbers({ ...unknown, numbers: [], count: 0 })).toMatchObject({ pageCount: 3, first: 0 });
});
