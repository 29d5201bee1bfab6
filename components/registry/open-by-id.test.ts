import { expect, test } from "vitest";
import { savedRecord } from "@/lib/testing/components/saved-record";
import { idsIn } from "./add-records";
import { uuidDoubt } from "./open-by-id";
import { sourceMessage } from "./registry-row";

const id = "3f0c9f0e-7b1a-4a0e-9a51-6f1f0be22b8c";

test("a UUID raises no doubt, in either case", () => {
  expect(uuidDoubt(id)).toBeUndefined();
  expect(uuidDoubt(id.toUpperCase())).toBeUndefined();
});

test("what is missing or too much is counted", () => {
  expect(uuidDoubt(id.slice(1))).toBe("This is not a UUID. It has 35 characters, one is missing.");
  expect(uuidDoubt(id.slice(6))).toBe("This is not a UUID. It has 30 characters, 6 are missing.");
  expect(uuidDoubt(`${id}0`)).toBe("This is not a UUID. It has 37 characters, one too many.");
  expect(uuidDoubt("a")).toBe("This is not a UUID. It has 1 character, 35 are missing.");
});

test("what else is wrong is named", () => {
  expect(uuidDoubt(id.replace("f", "g"))).toContain("It holds “g”");
  expect(uuidDoubt(id.replaceAll("-", ""))).toBe("This is not a UUID. It has no hyphens.");
  expect(uuidDoubt(`-${id.slice(0, 8)}${id.slice(9)}`)).toContain("hyphens are not where");
});

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
  const long = Array.from({ length: 1_000 }, (_, nth) => `${nth}`.padEnd(400, "x")).join("\n");
  expect(JSON.stringify(idsIn(long, "tools").ids).length).toBeLessThan(50_000);
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
    ].map(sourceMessage),
  ).toEqual([undefined, "named by a workflow", "added by Mara", "opened by Mara"]);
});
