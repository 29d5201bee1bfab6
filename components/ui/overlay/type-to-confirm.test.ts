import { expect, test } from "vitest";
import { isTyped, typeToConfirm } from "./type-to-confirm";

const id = "3d9a7c52-18ef-4b60-9c47-a2e5f0d81b31";

test("typeToConfirm asks for the name of the record", () => {
  const confirmation = typeToConfirm("campaign", id, " Winter  tariff renewals ");
  expect(confirmation).toEqual({ text: "Winter tariff renewals", label: "Type the campaign’s name to confirm" });
  expect(isTyped("Winter tariff  renewals ", confirmation)).toBe(true);
  expect(isTyped("winter tariff renewals", confirmation)).toBe(false);
});

test("accepts a name as people see it when its marks or its Unicode form differ", () => {
  const confirmation = typeToConfirm("tool", id, "Za\u0308hler\u200bstand 24");
  expect(isTyped("Zählerstand\u00a024", confirmation)).toBe(true);
  expect(isTyped("Zahlerstand 24", confirmation)).toBe(false);
});

test("typeToConfirm asks for the end of the ID when the name cannot be typed", () => {
  for (const name of [undefined, null, "  ", "n".repeat(61), "slawener \u202effirat"])
    expect(typeToConfirm("campaign", id, name)).toEqual({
      text: "1b31",
      label: "Type the end of the campaign’s ID to confirm",
    });
});
