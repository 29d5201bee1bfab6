import { expect, test } from "vitest";
import { checkedText, number, summaryOf, viewsOf, writtenText } from "@/lib/testing/contacts/checked-file";

const list = (...rows: string[]) => ["phone_number,name,Do not call,Opt-in", ...rows].join("\r\n");
const rowsOf = async (text: string, changes?: Parameters<typeof checkedText>[1]) =>
  (await viewsOf(await checkedText(text, changes))).map(summaryOf);

const notBlocked = { column: 2, values: ["no"] };
const optedIn = { column: 3, values: ["yes"] };

const mixed = list(
  "+447911012341,Ann,no,yes",
  "+447911012342,Bo,Yes,yes",
  "+447911012343,Cy,NO,no",
  "+447911012344,Di,,yes",
  "+447911012345,Ed,No ,Yes",
  "not a number,Flo,yes,yes",
  ",,,",
);

test("sends only the rows that meet every condition", async () => {
  expect(await rowsOf(mixed, { rules: { only: [notBlocked, optedIn] } })).toEqual([
    "2 ok +447911012341 Ann",
    "3 excluded",
    "4 excluded",
    "5 excluded",
    "6 ok +447911012345 Ed",
    "7 excluded",
    "8 blank",
  ]);
});

test("sends every row when a column's answer is to use all rows", async () => {
  const checked = await checkedText(mixed, { rules: { only: [{ column: 2, values: null }] } });
  expect(checked.report.counts).toMatchObject({ sent: 5, toFix: 1, leftOut: 0, blank: 1 });
});

test("counts the rows left out by their value, and writes them with the reason", async () => {
  const checked = await checkedText(mixed, { rules: { only: [notBlocked, optedIn] } });
  const excluded = checked.report.groups.find(({ group }) => group === "excluded");
  expect(excluded).toMatchObject({
    count: 4,
    reasons: [
      { reason: "Do not call: Yes", count: 1 },
      { reason: "Opt-in: no", count: 1 },
      { reason: "Do not call: empty", count: 1 },
      { reason: "Do not call: yes", count: 1 },
    ],
  });
  expect(checked.report.counts).toEqual({ sent: 2, toFix: 0, duplicate: 0, blank: 1, leftOut: 4 });
  const { text } = await writtenText(checked, "notSent");
  expect(text).toContain("7911012342,Bo,Yes,yes,3,Do not call: Yes. Left out in the step Columns.,");
});

test("leaves a row out by its column even if its number was typed over", async () => {
  const edits = new Map([[3, { phone: "+447911012349", name: "Bo" }]]);
  expect((await rowsOf(mixed, { rules: { only: [notBlocked] }, edits }))[1]).toBe("3 excluded");
});

test("does not send a row whose extra or missing cells move the column", async () => {
  const text = list(
    "+447911012341,Lee, Bo,,yes",
    "+447911012342,yes,",
    "+447911012343,Ann,,",
    "+447911012344,Cy,,yes,",
  );
  const only = [{ column: 2, values: [""] }];
  const edits = new Map([[3, { name: "Di" }]]);
  expect(await rowsOf(text, { rules: { only, extraCells: "join" }, edits })).toEqual([
    "2 excluded",
    "3 excluded",
    "4 ok +447911012343 Ann",
    "5 excluded",
  ]);
});

test("counts the values of columns over the whole file", async () => {
  const { engine, plan } = await checkedText(mixed);
  expect(await engine.columnValues(plan, [2, 3])).toEqual([
    {
      column: 2,
      values: [
        { value: "no", count: 3 },
        { value: "Yes", count: 2 },
        { value: "", count: 1 },
      ],
      others: 0,
    },
    {
      column: 3,
      values: [
        { value: "yes", count: 5 },
        { value: "no", count: 1 },
      ],
      others: 0,
    },
  ]);
});

test("goes on counting while another decision is made", async () => {
  const rows = Array.from({ length: 80_000 }, (_, index) => `${number(index)},Ann,no,`);
  const { engine, plan } = await checkedText(list(...rows));
  const counting = engine.columnValues(plan, [2]);
  await engine.amend({ ...plan, rules: { ...plan.rules, country: "GB" } });
  expect(await counting).toEqual([{ column: 2, values: [{ value: "no", count: 80_000 }], others: 0 }]);
});

test("lists the most frequent values, and counts the rows of the others", async () => {
  const rows = Array.from({ length: 40 }, (_, index) => `+4479110${12_300 + index},Ann,${index < 3 ? "x" : index},`);
  const { engine, plan } = await checkedText(list(...rows));
  const [column] = await engine.columnValues(plan, [2]);
  expect(column?.values).toHaveLength(12);
  expect(column?.values[0]).toEqual({ value: "x", count: 3 });
  expect(column?.others).toBe(26);
});

test("holds a row whose number or name says not to call, without a suggestion", async () => {
  const text = [
    "name,phone_number",
    "Hedda Brandt,+44 20 7946 0055",
    "Tariq Osei,+44 20 7946 0056 DO NOT CALL",
    "Mira Holt,DNC +44 20 7946 0057",
    "Jonas Weir,+44 20 7946 0058 (work)",
    "Max Muster (verstorben),+44 20 7946 0059",
    "Anne Dupont,décédée",
    "Do not call,p:+44 20 7946 0060",
  ].join("\n");
  const views = await viewsOf(
    await checkedText(text, { rules: { usesSuggestions: ["labelled", "letters", "extension", "several"] } }),
  );
  expect(views.map(summaryOf)).toEqual([
    "2 tidied +442079460055 Hedda Brandt",
    "3 no_call",
    "4 no_call",
    "5 from_text +442079460058 Jonas Weir",
    "6 no_call",
    "7 no_call",
    "8 no_call",
  ]);
  expect(views.filter(({ rowStatus, suggestion }) => rowStatus === "no_call" && suggestion !== undefined)).toEqual([]);
  expect(views[1]?.message).toContain("must not be called");
});

test("asks before the review although the headers fit exactly", async () => {
  const { opened } = await checkedText("phone_number,name,do_not_call\n+447911012341,Ann,yes");
  expect(opened).toMatchObject({ preview: { isCertain: false, consent: [{ column: 2, meaning: "block" }] } });
  expect((await checkedText("phone_number,name\n+447911012341,Ann")).opened).toMatchObject({
    preview: { isCertain: true, consent: [] },
  });
});

test("does not send a number that another row says not to call, in either order", async () => {
  const text = list(
    "+447911012341,Ann,no,yes",
    "07911 012341,Ann B,yes,yes",
    "+447911012342,Bo,yes,yes",
    "+447911012342,Bo C,no,yes",
    "+447911012343 DO NOT CALL,Cy,no,yes",
    "+447911012343,Cy D,no,yes",
    "+447911012344,Di (deceased),no,yes",
    "+447911012344,Di E,no,yes",
    "+447911012345,Ed,,yes",
    "+447911012345,Ed F,no,yes",
  );
  const checked = await checkedText(text, { rules: { country: "GB", only: [notBlocked] } });
  const views = await viewsOf(checked);
  expect(views.map(summaryOf)).toEqual([
    "2 barred",
    "3 excluded",
    "4 excluded",
    "5 barred",
    "6 no_call",
    "7 barred",
    "8 no_call",
    "9 barred",
    "10 excluded",
    "11 ok +447911012345 Ed F",
  ]);
  expect(views[0]?.message).toBe("Another row says not to call this number.");
  expect(checked.report.counts).toEqual({ sent: 1, toFix: 2, duplicate: 0, blank: 0, leftOut: 7 });
  expect((await writtenText(checked, "sent")).text).toBe("phone_number,name\r\n+447911012345,Ed F\r\n");
});

test("sends a number of one row when only its other row has a value that was not chosen", async () => {
  const text = ["phone_number,name,Region", "+447911012341,Ann,North", "+447911012341,Ann,South"].join("\n");
  expect(await rowsOf(text, { rules: { only: [{ column: 2, values: ["south"] }] } })).toEqual([
    "2 excluded",
    "3 ok +447911012341 Ann",
  ]);
});
