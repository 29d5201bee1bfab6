import { expect, test } from "vitest";
import { plainRules } from "@/lib/contacts/plan";
import { bucketSum, checkedText, number, summaryOf, viewsOf, writtenText } from "@/lib/testing/contacts/checked-file";

const listOf = (header: string, ...cells: string[]) =>
  [`phone_number,name,${header}`, ...cells.map((cell, index) => `${number(index)},Ann Lee,${cell}`), ""].join("\n");

test("leaves out rows of which a note says no, and lists them with the note", async () => {
  const checked = await checkedText(
    listOf(
      "Notes",
      "Please do not call again",
      "CUSTOMER DECEASED 3/11",
      "DNC - asked us to stop",
      "do not call before 10",
      "wrong number",
    ),
  );
  const views = await viewsOf(checked);
  expect(views.map(summaryOf)).toEqual([
    "2 refusal",
    "3 refusal",
    "4 refusal",
    `5 ok ${number(3)} Ann Lee`,
    "6 refusal",
  ]);
  expect(views[0]?.message).toBe("Notes: Please do not call again. Left out unless this person may be called.");
  const group = checked.report.groups.find(({ group }) => group === "refusal");
  expect(group).toMatchObject({
    count: 4,
    reasons: expect.arrayContaining([{ reason: "Notes: wrong number", count: 1 }]),
  });
  expect(bucketSum(checked.report)).toBe(5);
  expect((await writtenText(checked, "sent")).text).toBe(`phone_number,name\r\n${number(3)},Ann Lee\r\n`);
  expect((await writtenText(checked, "notSent")).text).toContain("Notes: CUSTOMER DECEASED 3/11. Left out");
});

test("sends the rows that a person puts back, one or all", async () => {
  const text = listOf("Notes", "Never call her Maggie", "do not call");
  const one = await checkedText(text, { edits: new Map([[2, { isAllowed: true }]]) });
  expect((await viewsOf(one)).map(summaryOf)).toEqual([`2 ok ${number(0)} Ann Lee`, "3 refusal"]);
  const all = await checkedText(text, { rules: { usesSuggestions: ["refusal"] } });
  expect(all.report.counts.sent).toBe(2);
});

test("keeps the number of such a row from being called for another row", async () => {
  const text = [
    "phone,name,mobile,note",
    `${number(1)},A,${number(2)},deceased`,
    `${number(2)},B,,`,
    `${number(1)},C,,`,
  ];
  const checked = await checkedText(text.join("\n"), { mapping: { phone: 0, name: [1] } });
  expect((await viewsOf(checked)).map(({ rowStatus }) => rowStatus)).toEqual(["refusal", "barred", "barred"]);
});

test.each(["Registered", "TPS", "TPS,CTPS", "CTPS", "washed", "Do not call", "on TPS", "DNCR", "eingetragen", "STOP"])(
  "leaves a row out for the mark %s, whatever its column is called",
  async (mark) => {
    const checked = await checkedText(listOf("Col7", `"${mark}"`, "OK", ""), {
      mapping: { phone: 0, name: [1] },
      rules: plainRules,
    });
    expect((await viewsOf(checked)).map(({ rowStatus }) => rowStatus)).toEqual(["refusal", "ok", "ok"]);
  },
);

test.each([
  "not registered",
  "Not on TPS",
  "No match",
  "OK",
  "TPS: no",
  "Registered nurse",
  "unregistered",
  "Y",
  "N",
  "x",
])("sends a row with the value %s", async (value) => {
  const checked = await checkedText(listOf("Col7", `"${value}"`));
  expect(checked.report.counts.sent).toBe(1);
});

test("does not look at a column about which a person decided, nor at marks about e-mail", async () => {
  const decided = listOf("Result", "TPS", "do not call");
  expect((await checkedText(decided, { rules: { only: [{ column: 2, values: null }] } })).report.counts.sent).toBe(2);
  expect((await checkedText(listOf("Email status", "unsubscribed", "registered"))).report.counts.sent).toBe(2);
});

test.each(["Last name", "Surname", "Nachname", "Sales rep", "Owner", "Company", "Kundenberater"])(
  "takes Robinson for a name in a column called %s",
  async (header) => {
    const text = listOf(header, "Robinson", "Registered", "do not call");
    const views = await viewsOf(await checkedText(text, { mapping: { phone: 0, name: [1] } }));
    expect(views.map(({ rowStatus }) => rowStatus)).toEqual(["ok", "ok", "refusal"]);
  },
);

test.each(["Phone status", "Mobile check result", "Number note"])(
  "reads words about a number under %s as in its own cell",
  async (header) => {
    const checked = await checkedText(listOf(header, "invalid", "wrong", "not in use", "mobile", "checked"));
    expect((await viewsOf(checked)).map(({ rowStatus }) => rowStatus)).toEqual([
      ...["refusal", "refusal", "refusal"],
      ...["ok", "ok"],
    ]);
  },
);

test.each(["do_not_call=false", "dnc: no", '{""do_not_call"":false}', "DNC=N; vip", "Deceased: no"])(
  "sends a row with the answer %s",
  async (answer) => expect((await checkedText(listOf("custom", `"${answer}"`))).report.counts.sent).toBe(1),
);

test("does not take an address for words", async () => {
  const checked = await checkedText(listOf("E-Mail", "dnd@example.com", "https://example.com/do-not-call"));
  expect(checked.report.counts.sent).toBe(2);
});

test("lets a typed number replace one that is another person's, and no other refusal", async () => {
  const edits = new Map([2, 3].map((row) => [row, { phone: number(row + 50) }]));
  const checked = await checkedText(listOf("Notes", "wrong number", "do not call"), { edits });
  expect((await viewsOf(checked)).map(({ rowStatus }) => rowStatus)).toEqual(["ok", "refusal"]);
});

test("suggests no number of a cell that says that it cannot be used", async () => {
  const cells = [
    "020 7946 0003---------------------dead",
    "020 7946 0004 (wrong number)",
    "disconnected 020 7946 0005",
  ];
  const text = ["name,phone", ...cells.map((cell) => `Mira Holt,${cell}`)].join("\n");
  const usesSuggestions = ["letters", "labelled", "extension", "several"] as const;
  const views = await viewsOf(await checkedText(text, { rules: { country: "GB", usesSuggestions } }));
  expect(views.map(({ rowStatus, suggestion }) => [rowStatus, suggestion])).toEqual([
    ["no_call", undefined],
    ["no_call", undefined],
    ["no_call", undefined],
  ]);
});
