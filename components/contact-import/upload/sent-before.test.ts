import { expect, test } from "vitest";
import type { ContactImport } from "@/lib/contract/console/imports";
import { sentBefore } from "./sent-before";

const upload = (id: string, outcome: ContactImport["outcome"], sha256 = id) =>
  ({ id, outcome, sha256, rows: 3, file_name: `${id}.csv` }) as ContactImport;

test("sentBefore returns the latest list and counts the others", () => {
  const lists = [upload("c", "ok"), upload("b", "ok"), upload("a", "ok")];
  expect(sentBefore(lists, "new")).toEqual({ list: lists[0], isSameList: false, others: 2, areOthersSure: true });
});

test("sentBefore prefers the identical list over a later one", () => {
  const lists = [upload("b", "unknown"), upload("a", "ok")];
  expect(sentBefore(lists, "a")).toEqual({ list: lists[1], isSameList: true, others: 1, areOthersSure: false });
});

test.for([null, "unknown", "stopped"] as const)(
  "sentBefore counts an upload that ended %s as possibly sent",
  (outcome) => {
    const match = sentBefore([upload("a", outcome)], "new");
    expect(match).toMatchObject({ list: { id: "a" }, others: 0 });
  },
);

test("sentBefore returns undefined when every upload was refused", () => {
  expect(sentBefore([upload("a", "refused")], "a")).toBeUndefined();
  expect(sentBefore([], "a")).toBeUndefined();
});
