import { expect, test } from "vitest";
import { whoCan } from "./who-can";

test("the roles that may do something are named in a sentence", () => {
  expect(whoCan(["admin", "campaign_manager"])).toBe("Admins and campaign managers can");
  expect(whoCan(["admin"])).toBe("Only admins can");
});
