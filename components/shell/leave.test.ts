import { expect, test } from "vitest";
import { signInAddress } from "./leave";

test("signInAddress returns to the same page with its filters", () => {
  const address = signInAddress({ pathname: "/calls/a%2Fb", search: "?ask=end" });
  expect(new URL(address, "http://x").searchParams.get("return")).toBe("/calls/a%2Fb?ask=end");
  expect(address).toMatch(/&ended=1$/);
});
