import { expect, test } from "vitest";
import { plainRules } from "@/lib/contacts/plan";
import { checkedText, number } from "@/lib/testing/contacts/checked-file";
import { bulkFixesFor } from "./bulk-fixes";

test("bulkFixesFor lists at most three suggestions each, and applying one fixes its rows", async () => {
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
  const fixes = bulkFixesFor({ problem, report, plan });
  expect(fixes.map(({ id, count, suggestions }) => [id, count, suggestions?.length])).toEqual([
    ["extension", 1, 1],
    ["letters", 4, 3],
    ["several", 1, 1],
  ]);
  const rules = { ...plainRules, ...fixes.find(({ id }) => id === "letters")?.applied };
  expect((await checkedText(text, { rules })).report.counts).toMatchObject({ sent: 4, toFix: 3 });
});

test("bulkFixesFor keeps wrong numbers only by a risky fix of their own, never by suggestions", async () => {
  const text = `phone_number,name\n07525 57200,Ann\n+44 7525 57201,Bo\n${number(1)} (home),Cy\n`;
  const { report, plan } = await checkedText(text, { rules: { country: "GB" } });
  const problem = report.groups.find(({ group }) => group === "invalid");
  if (!problem) throw new Error("There are invalid numbers.");
  const [keep, ...others] = bulkFixesFor({ problem, report, plan });
  expect(others).toEqual([]);
  expect(keep).toMatchObject({ id: "invalid", count: 2, isRisky: true, isOn: false });
  expect(keep?.suggestions).toBeUndefined();
});
