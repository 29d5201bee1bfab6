import { expect, test } from "vitest";
import { uuidDoubt } from "./open-by-id";

const id = "3f0c9f0e-7b1a-4a0e-9a51-6f1f0be22b8c";

test("a UUID raises no doubt, in either case", () => {
  expect(uuidDoubt(id)).toBeUndefined();
  expect(uuidDoubt(id.toUpperCase())).toBeUndefined();
});

test("what is missing or too much is counted", () => {
  expect(uuidDoubt(id.slice(1))).toBe("This is not a UUID. It has 35 characters, one is missing.");
  expect(uuidDoubt(id.slice(6))).toBe("This is not a UUID. It has 30 characters, 6 are missing.");
  expect(uuidDoubt(`${id}0`)).toBe("This is not a UUID. It has 37 characters, one too many.");
  expect(uuidDoubt("a")).toBe("This is not a UUID. It has 1 character, 35 are missing.");
});

test("what else is wrong is named", () => {
  expect(uuidDoubt(id.replace("f", "g"))).toContain("It holds “g”");
  expect(uuidDoubt(id.replaceAll("-", ""))).toBe("This is not a UUID. It has no hyphens.");
  expect(uuidDoubt(`-${id.slice(0, 8)}${id.slice(9)}`)).toContain("hyphens are not where");
});
