import { expect, test } from "vitest";
import { whoCan } from "./who-can";

test("whoCan names the permitted roles in a sentence", () => {
  expect(whoCan(["admin", "campaign_manager"])).toBe("Admins and campaign managers can");
  expect(whoCan(["admin"])).toBe("Only admins can");
});
