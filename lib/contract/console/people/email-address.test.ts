import { expect, test } from "vitest";
import { emailAddress } from "@/lib/contract/inputs/fields";

const messageOf = (input: string) => emailAddress.safeParse(input).error?.issues[0]?.message;

test("asks for an address when it is empty, and rejects an invalid one", () => {
  expect(messageOf("")).toBe("Enter an email address.");
  expect(messageOf("mara")).toBe("This is not an email address.");
  expect(messageOf("mara@fernhill.example")).toBeUndefined();
});
