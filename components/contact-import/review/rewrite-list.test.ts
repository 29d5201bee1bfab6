import { expect, test } from "vitest";
import { plainRules } from "@/lib/contacts/plan";
import { checkedText, number } from "@/lib/testing/contacts/checked-file";
import { appliedTogether, canApplyTogether, rewritesFor } from "./rewrite-list";

test("rewritesFor lists at most three suggestions each and can apply them all together", async () => {
  const rows = [
    ...[1, 2, 3, 4].map((nth) => `${number(nth)} (home),Ann`),
    `${number(5)} or ${number(6)},Bo`,
    `${number(7)} ext 4,Cy`,
    "call me,Di",
  ];
  const text = `phone_number,name\n${rows.join("\n")}\n`;
  const { report, plan } = await checkedText(text);
  const problem = report.groups.find(({ group }) => group === "letters");
  if (!problem) throw new Error("There are numbers with letters.");
  const rewrites = rewritesFor({ problem, report, plan });
  expect(rewrites.map(({ id, count, suggestions }) => [id, count, suggestions?.length])).toEqual([
    ["extension", 1, 1],
    ["letters", 4, 3],
    ["several", 1, 1],
  ]);
  expect(canApplyTogether(rewrites)).toBe(true);
  const rules = { ...plainRules, ...appliedTogether(rewrites.map(({ applied }) => applied)) };
  expect((await checkedText(text, { rules })).report.counts).toMatchObject({ sent: 6, toFix: 1 });
});

test("canApplyTogether rejects joining surplus cells and dropping them", async () => {
  const { report, plan } = await checkedText(`phone_number,name\n${number(1)},Lee, Ann\n`);
  const [problem] = report.groups;
  if (!problem) throw new Error("There is a row with surplus cells.");
  const rewrites = rewritesFor({ problem, report, plan });
  expect(rewrites.map(({ id }) => id)).toEqual(["join", "cells"]);
  expect(canApplyTogether(rewrites)).toBe(false);
});
