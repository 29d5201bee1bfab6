import { expect, test } from "vitest";
import { roles } from "@/lib/contract/operation";
import { isUnder } from "./destinations";
import { destinationsFor } from "./page-roles";

test("destinationsFor returns exactly the pages of a role", () => {
  const table = Object.fromEntries(roles.map((role) => [role, destinationsFor(role).map(({ href }) => href)]));
  expect(table).toMatchInlineSnapshot(`
    {
      "admin": [
        "/",
        "/assistants",
        "/phone-numbers",
        "/workflows",
        "/tools",
        "/campaigns",
        "/import",
        "/do-not-call",
        "/calls",
        "/webhooks",
        "/credentials",
        "/team",
        "/audit",
        "/settings",
      ],
      "campaign_manager": [
        "/",
        "/assistants",
        "/phone-numbers",
        "/workflows",
        "/campaigns",
        "/import",
        "/do-not-call",
        "/calls",
        "/webhooks",
        "/settings",
      ],
      "support": [
        "/",
        "/assistants",
        "/phone-numbers",
        "/workflows",
        "/tools",
        "/campaigns",
        "/do-not-call",
        "/calls",
        "/webhooks",
        "/credentials",
        "/settings",
      ],
      "viewer": [
        "/",
        "/assistants",
        "/phone-numbers",
        "/workflows",
        "/campaigns",
        "/calls",
        "/webhooks",
        "/settings",
      ],
    }
  `);
});

test("every page has its own letter after G", () => {
  const keys = destinationsFor("admin").map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test("isUnder is true for records of a list but not for the overview", () => {
  expect(isUnder("/calls/a%2Fb", "/calls")).toBe(true);
  expect(isUnder("/calls-made", "/calls")).toBe(false);
  expect(isUnder("/calls", "/")).toBe(false);
  expect(isUnder("/", "/")).toBe(true);
});
