import { expect, test } from "vitest";
import type { Group } from "@/lib/contacts/validate/row-status";
import { orderGroups } from "./group-messages";

const group = (name: Group, count: number) => ({ group: name, count, examples: [] });

test("sorts groups by heading, then by size", () => {
  const order = orderGroups([
    group("ok", 9_000),
    group("duplicate", 500),
    group("digits", 4),
    group("name_number", 80),
    group("number_missing", 12),
  ]);
  expect(order.map((entry) => entry.group)).toEqual(["number_missing", "digits", "name_number", "ok", "duplicate"]);
});
