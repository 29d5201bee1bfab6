import { expect, test } from "vitest";
import { fieldsCsv } from "@/components/data-table/save-csv";
import { numberFields } from "./number-columns";

test("fieldsCsv writes all contract fields and all further fields of a number", () => {
  const [header, row] = fieldsCsv(numberFields, [
    { id: "a", phone_number: "+447911123456", localized_monthly_cost: "3.90", carrier: "=x" },
  ]).split("\r\n");
  expect(header?.split(",").slice(0, 3)).toEqual(["\uFEFFid", "phone_number", "friendly_name"]);
  expect(header).toMatch(/,carrier$/);
  const written = new Map(header?.split(",").map((name, index) => [name, row?.split(",")[index]]));
  expect(written.get("phone_number")).toBe("+44 7911123456");
  expect(written.get("localized_monthly_cost")).toBe("3.90");
  expect(written.get("carrier")).toBe("'=x");
  expect(written.get("status")).toBe("");
});
