import { expect, test } from "vitest";
import { isTyped, typeToConfirm } from "./type-to-confirm";

const id = "3d9a7c52-18ef-4b60-9c47-a2e5f0d81b31";

test("a record is confirmed by its name", () => {
  const asked = typeToConfirm("campaign", id, " Winter  tariff renewals ");
  expect(asked).toEqual({ text: "Winter tariff renewals", label: "Type the campaign’s name to confirm" });
  expect(isTyped("Winter tariff  renewals ", asked)).toBe(true);
  expect(isTyped("winter tariff renewals", asked)).toBe(false);
});

test("a name that is missing, too long to type or holds what no key types gives way to the end of the ID", () => {
  for (const name of [undefined, null, "  ", "n".repeat(61), "slawener \u202effirat"])
    expect(typeToConfirm("campaign", id, name)).toEqual({
      text: "1b31",
      label: "Type the end of the campaign’s ID to confirm",
    });
});
