import { expect, test } from "vitest";
import { signInAddress } from "./leave";

test("signing in again comes back to the same page, filters and all", () => {
  const address = signInAddress({ pathname: "/calls/a%2Fb", search: "?ask=end" });
  expect(new URL(address, "http://x").searchParams.get("return")).toBe("/calls/a%2Fb?ask=end");
  expect(address).toMatch(/&ended=1$/);
});
