import { expect, test } from "vitest";
import { createContactEngine } from "@/lib/contacts/create-engine";
import { reportIn } from "@/lib/testing/contacts/checked-file";
import { blockedCount, blockMapping, blockPlan, looksAnswered, unreadRows } from "./block-list";

const noop = () => undefined;

async function readList(text: string, country: string | null) {
  const engine = createContactEngine();
  const opened = await engine.open(new File([text], "list.txt"), noop);
  if (opened.kind === "refused") throw new Error(opened.refusal.sentence);
  const { format, preview } = opened;
  const report = reportIn(await engine.check(blockPlan(format, blockMapping(preview), country), noop));
  const { numbers, otherNumbers } = await engine.numbers(0, 100);
  return { preview, report, numbers: Array.from([...numbers, ...otherNumbers], (number) => `+${number}`) };
}

const numbersIn = async (text: string, country: string | null = null) => (await readList(text, country)).numbers;

test("joins the area code from its own column when a list has no header", async () => {
  expect(await numbersIn("416,1234567\n416,9672222\nsee,below\n905,8221234\n", "CA")).toEqual([
    "+14161234567",
    "+14169672222",
    "+19058221234",
  ]);
});

test("reads numbers of a fixed width when the code is apart or the end is padded", async () => {
  const text = "0207 3787244\r\n0191 5657153\r\n01224 563214\r\n02073787245 \r\n";
  expect(await numbersIn(text, "GB")).toEqual(["+442073787244", "+441915657153", "+441224563214", "+442073787245"]);
});

test("reads one number a line when it has the country code without a plus", async () => {
  expect(await numbersIn("12125550142\n14169672222\n", null)).toEqual(["+12125550142", "+14169672222"]);
  expect(await numbersIn("15555551234\n15555551235\n", "US")).toEqual(["+15555551234", "+15555551235"]);
});

test("reads national numbers in the chosen country, and none of them without one", async () => {
  const text = "030 23125071\n0151 12345678\n";
  expect(await numbersIn(text, "DE")).toEqual(["+493023125071", "+4915112345678"]);
  const { report } = await readList(text, null);
  expect([report.counts.toFix, unreadRows(report)]).toEqual([
    2,
    [
      { row: 1, phone: "030 23125071" },
      { row: 2, phone: "0151 12345678" },
    ],
  ]);
});

test("takes numbers that are not called anyway when their E.164 form is clear", async () => {
  const text = [
    "number",
    "+18005550142",
    "+449098790000",
    "+493023125071 DO NOT CALL",
    "+493023125071",
    "tel: +4915112345678",
    "+12125550142 ext 3",
    "+1",
    "call me",
    "+12125550143 or +12125550144",
  ].join("\n");
  const { numbers, report } = await readList(text, null);
  expect(numbers).toEqual(["+18005550142", "+449098790000", "+493023125071", "+4915112345678", "+12125550142"]);
  expect(unreadRows(report).map(({ row }) => row)).toEqual([8, 9, 10]);
});

test("does not take a number for whole when it lacks its area code", async () => {
  const { numbers, report } = await readList("1234567\n9672222\n5551234\n", "CA");
  expect([numbers, report.counts.toFix]).toEqual([[], 3]);
});

test("reads a short row when its number is there", async () => {
  expect(await numbersIn("phone;added;by\n+12125550142;2026-11-01;Ann\n+12125550143\n")).toEqual([
    "+12125550142",
    "+12125550143",
  ]);
});

test("looksAnswered is true when a list has names or the marks of a register", async () => {
  const isAnswered = async (text: string) => looksAnswered((await readList(text, "GB")).preview);
  expect(await isAnswered("0207 3787244\n0191 5657153\n")).toBe(false);
  expect(await isAnswered("416,1234567\n416,9672222\n")).toBe(false);
  expect(await isAnswered('02073787244,OK\n01915657153,TPS\n01224563214,"TPS,CTPS"\n01224563215,INVALID\n')).toBe(true);
  expect(await isAnswered("phone,name\n02073787244,Ann Smith\n01915657153,Bob Jones\n")).toBe(true);
});

test("blocks all numbers of a row, with and without a header", async () => {
  const rows = [
    "+44 20 7946 0161,+44 7700 900161,2026-11-01",
    "+44 20 7946 0162,,2026-11-02",
    ",+44 7700 900163,2026-11-03",
    "+44 20 7946 0161,+44 7700 900164,2026-11-04",
  ];
  const all = ["+442079460161", "+447700900161", "+442079460162", "+447700900163", "+447700900164"];
  const named = await readList(["Home phone,Mobile phone,Date", ...rows, ""].join("\n"), null);
  expect(new Set(named.numbers)).toEqual(new Set(all));
  expect(blockedCount(named.report)).toBeGreaterThanOrEqual(all.length);
  expect(new Set(await numbersIn(rows.join("\n")))).toEqual(new Set(all));
  expect(await numbersIn("+442079460161,+447700900161,+442079460162\n")).toHaveLength(3);
});

test("counts the cells beside a number that could not be read", async () => {
  const { report } = await readList("Home,Mobile\n+442079460161,0770 ask\n+442079460162,+447700900161\n", null);
  expect([report.counts.sent, report.otherNumbers, report.unread]).toEqual([2, 1, 1]);
});
