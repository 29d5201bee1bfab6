import { expect, test } from "vitest";
import { checkedText, number } from "@/lib/testing/contacts/checked-file";
import { type GroupEntry, type Line, lines } from "./declaration";
import { leftOutMessage, rowsOf } from "./report-messages";
import { rowStatuses, statusesOfLine } from "./row-status";

const lineNames = Object.keys(lines) as Line[];

test("places each status in one group and one line", () => {
  expect(new Set(rowStatuses).size).toBe(rowStatuses.length);
  expect(lineNames.flatMap(statusesOfLine).toSorted()).toEqual(rowStatuses.toSorted());
});

test("counts each row of a list in one line, with the reasons of those left out", async () => {
  const rows = [`${number(1)},Ann`, `${number(1)},Again`, "x,Bo", ",", `${number(2)},DO NOT CALL`, `${number(3)},Cy`];
  const { report } = await checkedText(`phone_number,name\n${rows.join("\n")}\n`);
  const counts = lineNames.map((line) => [line, rowsOf(statusesOfLine(line), report.rowStatuses)]);
  expect(Object.fromEntries(counts)).toMatchObject({ new: 2, do_not_call: 1, left_out: 3 });
  expect(leftOutMessage(report)).toBe("1 to fix, 1 repeated in the file, 1 blank");
});

test("does not compile a group without a line, or a status without a sentence", () => {
  const words = { counted: "to fix", title: "Title", explanation: "Why." };
  const placed = { heading: "mustFix", bucket: "toFix", line: "left_out" } as const;
  const groups: GroupEntry[] = [
    { ...words, ...placed, statuses: { told: { phone: "Type it." } } },
    // @ts-expect-error a status without a sentence
    { ...words, ...placed, statuses: { untold: { suggestion: "Fix it" } } },
    // @ts-expect-error a group without a line
    { ...words, heading: "mustFix", bucket: "toFix", statuses: {} },
  ];
  expect(groups).toHaveLength(3);
});
