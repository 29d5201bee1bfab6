import { expect, test } from "vitest";
import { roles } from "@/lib/contract/operation";
import { isUnder } from "./destinations";
import { destinationsFor } from "./page-roles";

test("the rail holds the pages that a role may open, and no others", () => {
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
        "/calls",
        "/sessions",
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
        "/webhooks",
        "/settings",
      ],
      "support": [
        "/",
        "/assistants",
        "/phone-numbers",
        "/workflows",
        "/campaigns",
        "/calls",
        "/sessions",
        "/webhooks",
        "/credentials",
        "/settings",
      ],
    }
  `);
});

test("no two pages share a letter after G", () => {
  const keys = destinationsFor("admin").map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test("a record lies under its list, and everything else beside the overview", () => {
  expect(isUnder("/calls/a%2Fb", "/calls")).toBe(true);
  expect(isUnder("/calls-made", "/calls")).toBe(false);
  expect(isUnder("/calls", "/")).toBe(false);
  expect(isUnder("/", "/")).toBe(true);
});
