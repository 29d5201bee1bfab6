import { expect, test } from "vitest";
import { numbersCsv } from "./number-columns";

test("a number is written with every field of the contract and every other that came", () => {
  const [header, row] = numbersCsv([
    { id: "a", phone_number: "+447911123456", localized_monthly_cost: "3.90", carrier: "=x" },
  ]).split("\r\n");
  expect(header?.split(",").slice(0, 3)).toEqual(["\uFEFFid", "phone_number", "friendly_name"]);
  expect(header).toMatch(/,carrier$/);
  expect(row).toBe("a,+44 7911123456,,,,,,,,3.90,,,,,'=x");
});
