import { expect, test } from "vitest";
import { plainRules } from "@/lib/contacts/plan";
import { checkedText, number } from "@/lib/testing/contacts/checked-file";
import { rewritesFor } from "./rewrite-list";

test("rewritesFor gives each fix an example, and applying one fixes its rows", async () => {
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
  expect(rewrites.map(({ id, count, example }) => [id, count, example?.after])).toEqual([
    ["extension", 1, number(7)],
    ["letters", 4, number(1)],
    ["several", 1, number(5)],
  ]);
  const rules = { ...plainRules, ...rewrites.find(({ id }) => id === "letters")?.applied };
  expect((await checkedText(text, { rules })).report.counts).toMatchObject({ sent: 4, toFix: 3 });
});
