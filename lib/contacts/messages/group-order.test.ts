import { expect, test } from "vitest";
import type { Group } from "@/lib/contacts/validate/row-status";
import { groupAfter, orderGroups } from "./group-messages";

const group = (name: Group, count: number) => ({ group: name, count, examples: [] });

test("what must be fixed stands first, the largest on top, and what is in order comes before what is not sent", () => {
  const order = orderGroups([
    group("ok", 9_000),
    group("duplicate", 500),
    group("digits", 4),
    group("name_number", 80),
    group("number_missing", 12),
  ]);
  expect(order.map((each) => each.group)).toEqual(["number_missing", "digits", "name_number", "ok", "duplicate"]);
});

test("after a group that is done comes the one below it, and after the last the first", () => {
  const before: Group[] = ["number_missing", "digits", "ok"];
  expect(groupAfter("number_missing", before, ["digits", "ok"])).toBe("digits");
  expect(groupAfter("digits", before, ["number_missing", "ok"])).toBe("ok");
  expect(groupAfter("ok", before, ["number_missing", "digits"])).toBe("number_missing");
  expect(groupAfter("ok", before, [])).toBeUndefined();
});
