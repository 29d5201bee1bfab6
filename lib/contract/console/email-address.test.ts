import { expect, test } from "vitest";
import { emailAddress } from "@/lib/contract/fields";

const fault = (given: string) => emailAddress.safeParse(given).error?.issues[0]?.message;

test("an empty field asks for an address, and a wrong one is called wrong", () => {
  expect(fault("")).toBe("Enter an email address.");
  expect(fault("mara")).toBe("This is not an email address.");
  expect(fault("mara@fernhill.example")).toBeUndefined();
});
