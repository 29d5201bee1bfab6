import { expect, test } from "vitest";
import { createContactEngine } from "@/lib/contacts/create-engine";
import { checkedText, number, viewsOf } from "@/lib/testing/contacts/checked-file";

const long = (index: number) => `${number(index)},${"n".repeat(70_000)}`;
const short = (index: number) => `${number(index)},Ann Lee`;

test.for([
  ["the first contact", ["phone_number,name", long(1), short(2), short(3)], [3, 4], [2]],
  ["the second contact", ["phone_number,name", short(1), long(2), short(3)], [2, 4], [3]],
  ["the third contact", ["phone_number,name", short(1), short(2), long(3)], [2, 3], [4]],
  ["the first row of a list without a header", [long(1), short(2), short(3)], [2, 3], [1]],
  ["every other row", ["phone_number,name", long(1), short(2), long(3), short(4), long(5)], [3, 5], [2, 4, 6]],
  ["a title above the header", [`Report${"t".repeat(70_000)}`, "phone_number,name", short(1)], [3], []],
  ["the second of two titles", ["Report", "t".repeat(200_000), "phone_number,name", short(1)], [4], []],
] as const)("loses no other row to an overlong line when it is %s", async ([, lines, sent, tooLong]) => {
  const checked = await checkedText(`${lines.join("\n")}\n`);
  const views = await viewsOf(checked);
  expect(checked.opened).toMatchObject({ preview: { rows: sent.map((row) => ({ row })) } });
  expect(views.filter((row) => row.sent).map(({ row }) => row)).toEqual(sent);
  expect(views.filter(({ rowStatus }) => rowStatus === "line_long").map(({ row }) => row)).toEqual(tooLong);
  expect(views).toHaveLength(sent.length + tooLong.length);
});

test("reports rows that are skipped because of their length", async () => {
  const { opened } = await checkedText(`${"t".repeat(70_000)}\nphone_number,name\n${short(1)}\n`);
  expect(opened).toMatchObject({
    format: { skippedRows: 1, hasHeader: true },
    preview: { doubts: ["1 row above the list is skipped: a line of more than 64 KB."] },
  });
});

test("refuses a file of one endless line without loading it completely", async () => {
  const before = process.memoryUsage().arrayBuffers;
  const { file } = repeatingFile(new Uint8Array(65_536).fill(0x61), 1000);
  expect(await createContactEngine().open(file, () => undefined)).toMatchObject({
    kind: "refused",
    refusal: { sentence: expect.stringContaining("64 KB") },
  });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
});

test("reads no more of a file than its first rows need", async () => {
  const piece = new TextEncoder().encode(`${short(1)}\n`.repeat(2000));
  const { file, pulls } = repeatingFile(piece, 1000);
  expect(await createContactEngine().open(file, () => undefined)).toMatchObject({ kind: "text" });
  expect(pulls()).toBeLessThan(8);
});

/** File that repeats the same bytes, produced on demand. */
function repeatingFile(piece: Uint8Array<ArrayBuffer>, times: number) {
  let pulls = 0;
  const file = new File([piece], "list.csv");
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    pulls += 1;
    if (pulls > times) controller.close();
    else controller.enqueue(piece);
  };
  Object.defineProperty(file, "stream", { value: () => new ReadableStream<Uint8Array>({ pull }) });
  return { file, pulls: () => pulls };
}
