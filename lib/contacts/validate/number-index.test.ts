import { expect, test } from "vitest";
import { checkedText, summaryOf, viewsOf } from "@/lib/testing/contacts/checked-file";

const listOf = (...rows: string[]) => ["phone_number,name", ...rows, ""].join("\n");

test.each([
  ["Argentina", "+5491123456789", "+541123456789"],
  ["Palestine", "+972599123456", "+970599123456"],
])("sends a person of %s once when a list has both spellings of the number", async (_country, former, today) => {
  const views = await viewsOf(await checkedText(listOf(`${former},Ann`, `${today},Ann`, "+4930901820173,Bo")));
  expect(views.map(summaryOf)).toEqual([`2 ok ${former} Ann`, "3 duplicate", "4 ok +4930901820173 Bo"]);
});

test("leaves out a person when a row with the other spelling says not to call", async () => {
  const mapping = { phone: 0, name: [1] };
  const checked = await checkedText(listOf("+5491123456789,Ann", "+54 11 2345 6789 DO NOT CALL,Ann"), { mapping });
  expect((await viewsOf(checked)).map(summaryOf)[0]).toBe("2 barred");
});
