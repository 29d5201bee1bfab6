import { expect, test } from "vitest";
import type { SentAnswer } from "@/lib/contract/console/audit";
import { deletionOf } from "./deletion-of";

const sent = (change: Partial<SentAnswer>): SentAnswer => ({
  id: "1",
  at: "2026-11-20T08:00:00.000Z",
  actor_name: "Mara",
  action: "tools.delete",
  target: "t1",
  outcome: "ok",
  status: 200,
  message: "Tool was deleted",
  request_id: "r",
  detail: null,
  words: [""],
  record: null,
  note: null,
  body: null,
  ...change,
});

test("a record was deleted from here where the platform took the delete of it", () => {
  expect(deletionOf([sent({ target: "t2" }), sent({})], "tools", "t1")?.actor_name).toBe("Mara");
  for (const other of [
    { outcome: "refused" },
    { outcome: "unknown" },
    { action: "tools.get" },
    { target: "t2" },
  ] as const)
    expect(deletionOf([sent(other)], "tools", "t1")).toBeUndefined();
  expect(deletionOf([sent({})], "campaigns", "t1")).toBeUndefined();
});

test("a record that was seen after it was deleted is there again", () => {
  expect(deletionOf([sent({})], "tools", "t1", "2026-11-20T07:59:00.000Z")).toBeDefined();
  expect(deletionOf([sent({})], "tools", "t1", "2026-11-20T08:01:00.000Z")).toBeUndefined();
});
