import { expect, test } from "vitest";
import type { RowView } from "@/lib/contacts/engine";
import { rowLine } from "./row-messages";

const row: RowView = {
  row: 1_000_001,
  phone: "+447911123456",
  name: "Ann",
  rowStatus: "ok",
  message: "",
  field: "row",
  sent: { phone: "+447911123456", name: "Ann" },
  isEdited: false,
};

test("rowLine reports no problem when the row has no message", () => {
  expect(rowLine(row)).toBe("Row 1,000,001 has no problem.");
  expect(rowLine({ ...row, isEdited: true })).toBe("Row 1,000,001 has no problem. Changed by you.");
});

test("rowLine adds the reason after the row number", () => {
  const message = "The number is missing.";
  expect(rowLine({ ...row, rowStatus: "number_missing", message })).toBe(
    "Row 1,000,001: Must be fixed. The number is missing.",
  );
  expect(rowLine({ ...row, rowStatus: "left_out", message: "Left out by you." })).toBe(
    "Row 1,000,001: Left out by you.",
  );
});
