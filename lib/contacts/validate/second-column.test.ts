import { expect, test } from "vitest";
import { bucketSum, checkedText, number, summaryOf, viewsOf, writtenText } from "@/lib/testing/contacts/checked-file";

const mapping = { phone: 0, fallback: 1, name: [2] };
const listOf = (...rows: string[]) => ["Mobile,Landline,Name", ...rows, ""].join("\n");

test("sends the second number when the first cell is empty or only says that there is none", async () => {
  const rows = [`${number(1)},${number(2)},Ann`, `,${number(3)},Bo`, `n/a,${number(4)},Cy`, "-,,Di"];
  const checked = await checkedText(listOf(...rows), { mapping });
  const views = await viewsOf(checked);
  expect(views.map(summaryOf)).toEqual([
    `2 ok ${number(1)} Ann`,
    `3 ok ${number(3)} Bo`,
    `4 ok ${number(4)} Cy`,
    "5 number_missing",
  ]);
  expect(bucketSum(checked.report)).toBe(checked.report.rows);
  expect((await writtenText(checked, "sent")).text).toContain(`${number(3)},Bo`);
});

test("names the column of a number when it is the second", async () => {
  const rows = [`${number(1)},${number(2)},Ann`, `,${number(3)},Bo`, ",+4412,Cy"];
  const checked = await checkedText(listOf(...rows), { mapping });
  const [ann, bo, cy] = await viewsOf(checked);
  expect([ann?.message, bo?.message]).toEqual(["", "The number is from “Landline”."]);
  expect(cy?.message).toMatch(/^The number is from “Landline”\. \S/);
  expect((await writtenText(checked, "notSent")).text).toContain("The number is from “Landline”.");
});

test("sends the second number when nobody can be called at the first", async () => {
  const poor = ["+4412", "4.47911E+11", "see note", "+449098790123", "+44752557200", "12.11.2026"];
  const rows = poor.map((cell, index) => `${cell},${number(index)},Person ${index}`);
  const checked = await checkedText(listOf(...rows), { mapping });
  expect((await viewsOf(checked)).map(summaryOf)).toEqual(
    poor.map((_, index) => `${index + 2} ok ${number(index)} Person ${index}`),
  );
});

test("keeps the first number when a person can repair it, or the second is no better", async () => {
  const rows = [`07911 012345,${number(1)},Ann`, `447911012346,${number(2)},Bo`, "+449098790123,+4412,Cy"];
  const views = await viewsOf(await checkedText(listOf(...rows), { mapping }));
  expect(views.map(({ phone, rowStatus }) => [phone, rowStatus])).toEqual([
    ["07911 012345", "national"],
    ["447911012346", "plus_missing"],
    ["+449098790123", "premium"],
  ]);
});

test("calls neither number of a row when one of its cells says not to call", async () => {
  const rows = [
    `${number(1)} DO NOT CALL,${number(2)},Ann`,
    `${number(3)},${number(4)} do not call,Bo`,
    `${number(2)},,Cy`,
    `${number(3)},,Di`,
    `,${number(5)},Ed`,
  ];
  const checked = await checkedText(listOf(...rows), { mapping });
  expect((await viewsOf(checked)).map(summaryOf)).toEqual([
    "2 no_call",
    "3 no_call",
    "4 barred",
    "5 barred",
    `6 ok ${number(5)} Ed`,
  ]);
});

test("prefers a number that a person typed to what both columns say", async () => {
  const edits = new Map([2, 3].map((row) => [row, { phone: number(row) }]));
  const rows = [`,${number(8)},Ann`, `,${number(9)} do not call,Bo`];
  const [ann, bo] = await viewsOf(await checkedText(listOf(...rows), { mapping, edits }));
  expect([ann?.message, ann?.sent?.phone]).toEqual(["", number(2)]);
  expect(bo?.sent?.phone).toBe(number(3));
});
