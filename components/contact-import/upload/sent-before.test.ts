import { expect, test } from "vitest";
import type { ContactImport } from "@/lib/contract/console/imports";
import { sentBefore } from "./sent-before";

const upload = (id: string, outcome: ContactImport["outcome"], sha256 = id) =>
  ({ id, outcome, sha256, rows: 3, file_name: `${id}.csv` }) as ContactImport;

test("names the latest list and counts the others when other lists were sent", () => {
  const lists = [upload("c", "ok"), upload("b", "ok"), upload("a", "ok")];
  expect(sentBefore(lists, "new")).toEqual({ list: lists[0], isSameList: false, others: 2, areOthersSure: true });
});

test("names the identical list when it was sent, even if another was sent later", () => {
  const lists = [upload("b", "unknown"), upload("a", "ok")];
  expect(sentBefore(lists, "a")).toEqual({ list: lists[1], isSameList: true, others: 1, areOthersSure: false });
});

test.for([null, "unknown", "stopped"] as const)("counts an upload that ended %s as possibly sent", (outcome) => {
  const found = sentBefore([upload("a", outcome)], "new");
  expect(found).toMatchObject({ list: { id: "a" }, others: 0 });
});

test("finds nothing when every upload was refused, the identical list too", () => {
  expect(sentBefore([upload("a", "refused")], "a")).toBeUndefined();
  expect(sentBefore([], "a")).toBeUndefined();
});
