import { expect, test } from "vitest";
import { savedRecord } from "@/lib/testing/components/saved-record";
import { idsIn } from "./add-records";
import { sourceMessage } from "./registry-row";

test("IDs are found in a column, a list or links, each once, and what is none is left out", () => {
  const pasted = "t1\nt2; t1,\tcmp_8KwQ41\nhttps://voice.example/tools/f02c%2F1?x=1#y\nRenewals north\n'quoted'\n\n";
  expect(idsIn(pasted, "tools")).toEqual({ ids: ["t1", "t2", "cmp_8KwQ41", "f02c/1", "quoted"], leftOut: 1 });
  expect(idsIn("intake/router", "workflows").ids).toEqual(["intake/router"]);
  expect(idsIn("", "tools")).toEqual({ ids: [], leftOut: 0 });
});

test("no more is taken than can be sent at once", () => {
  const many = Array.from({ length: 1_500 }, (_, nth) => `t${nth}`).join("\n");
  expect(idsIn(many, "tools").ids).toHaveLength(1_000);
  expect(idsIn(many, "tools").leftOut).toBe(500);
});

test("a list says how each of its records came to be known", () => {
  const saved = savedRecord("tools", "t1");
  const named_by = { resource: "workflows", ref: "w1" };
  expect(
    [
      saved,
      { ...saved, named_by },
      { ...saved, opened_by: "Mara" },
      { ...saved, named_by, opened_by: "Mara", last_seen_at: "2026-11-20T06:00:00Z" },
      { ...saved, named_by: { resource: "events", ref: "call_1" } },
    ].map(sourceMessage),
  ).toEqual([undefined, "named by a workflow", "added by Mara", "opened by Mara", "found in events"]);
});
