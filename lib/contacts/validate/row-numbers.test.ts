import { expect, test } from "vitest";
import { checkedText, number, summaryOf, viewsOf } from "@/lib/testing/contacts/checked-file";

const others = async (checked: Awaited<ReturnType<typeof checkedText>>) => {
  const { rows, numbers, otherRows, otherNumbers } = await checked.engine.numbers(0, 100);
  const inE164 = (digits: number) => `+${digits}`;
  return {
    called: Array.from(rows, (row, index) => [row, inE164(numbers[index] ?? 0)]),
    beside: Array.from(otherRows, (row, index) => [row, inE164(otherNumbers[index] ?? 0)]),
  };
};

test("hands over all numbers of a row to be compared, the called one apart", async () => {
  const text = [
    "Name,Mobile,Home phone,Work phone,Customer ID,Joined",
    `Ann,${number(1)},${number(2)},${number(3)},44791101,2026-01-02`,
    `Bo,,${number(4)},,44791102,2026-01-02`,
    `Cy,${number(5)},${number(5)},n/a,44791103,2026-01-02`,
  ].join("\n");
  expect(await others(await checkedText(text))).toEqual({
    called: [
      [2, number(1)],
      [3, number(4)],
      [4, number(5)],
    ],
    beside: [
      [2, number(2)],
      [2, number(3)],
    ],
  });
});

test("gives a batch no more numbers than it may have, and never part of a row", async () => {
  const rows = [1, 2, 3].map((index) => `P,${number(index)},${number(index + 10)}`);
  const { engine } = await checkedText(["Name,Mobile,Home phone", ...rows].join("\n"));
  const sizes: number[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const batch: Awaited<ReturnType<typeof engine.numbers>> = await engine.numbers(after, 4);
    sizes.push(batch.rows.length + batch.otherRows.length);
    after = batch.last;
  }
  expect(sizes).toEqual([4, 2, 0]);
});

test("compares the number of a cell that was typed over, too", async () => {
  const edits = new Map([[2, { phone: number(9) }]]);
  const checked = await checkedText(`phone_number,name\n${number(1)},Ann\n`, { edits });
  expect(await others(checked)).toEqual({ called: [[2, number(9)]], beside: [[2, number(1)]] });
  const two = await checkedText(`Name,Mobile,Home phone\nAnn,${number(1)},\n`, { edits });
  expect(await others(two)).toEqual({ called: [[2, number(9)]], beside: [[2, number(1)]] });
});

test("compares all numbers of a cell of which one is called", async () => {
  const cells = [
    `${number(1)} / ${number(2)}`,
    `${number(3)}; ${number(4)}, ${number(5)}`,
    `mobile ${number(6)} or home ${number(7)}`,
    "07911 010020 / 07911 010021",
  ];
  const text = ["phone,name", ...cells.map((cell) => `"${cell}",Ann`)].join("\n");
  const rules = { country: "GB", usesSuggestions: ["several", "letters"] } as const;
  const edits = new Map([4, 5].map((row) => [row, { phone: number(row === 4 ? 6 : 20) }]));
  const { called, beside } = await others(await checkedText(text, { rules, edits }));
  expect(called).toEqual([
    [2, number(1)],
    [3, number(3)],
    [4, number(6)],
    [5, number(20)],
  ]);
  expect(beside).toEqual([
    [2, number(2)],
    [3, number(4)],
    [3, number(5)],
    [4, number(7)],
    [5, "+447911010021"],
  ]);
});

test("leaves a row out when another row forbids one of its other numbers", async () => {
  const text = [
    "Name,Mobile,Home phone,Notes",
    `Ann,${number(1)},${number(2)},`,
    `Bo,${number(2)},,do not call`,
    `Cy,${number(1)},,`,
  ].join("\n");
  const views = await viewsOf(await checkedText(text));
  expect(views.map(summaryOf)).toEqual(["2 barred", "3 refusal", `4 ok ${number(1)} Cy`]);
  expect(views[0]?.message).toBe("Another row says not to call this number.");
});

const labelled = [
  "Name;Telefon 1 - Typ;Telefon 1 - Wert;Telefon 2 - Typ;Telefon 2 - Wert",
  "Hedda Brandt;Mobil;+49 171 3920081;;",
  "Tariq Osei;Fax (Büro);+49 30 23125089;Mobil;+49 171 3920082",
  "Mira Holt;Fax (privat);+49 30 23125088;;",
].join("\n");

test("calls no fax, by the label beside the number", async () => {
  const views = await viewsOf(await checkedText(labelled));
  expect(views.map(summaryOf)).toEqual([
    "2 tidied +491713920081 Hedda Brandt",
    "3 tidied +491713920082 Tariq Osei",
    "4 fax",
  ]);
  const kept = await checkedText(labelled, { rules: { usesSuggestions: ["fax"] } });
  expect(kept.report.counts.sent).toBe(3);
});

test.each([
  ["Name,Type,Number", "Ann,Work,N1", "Bo,Work Fax,N2"],
  ["Name,Phone 1 - Label,Phone 1 - Value", "Ann,Mobile,N1", "Bo,Home Fax,N2"],
  ["Name,Phone,Phone type", "Ann,N1,mobile", "Bo,N2,pager"],
])("finds the labels of a list with %s", async (...lines) => {
  const text = lines.join("\n").replace("N1", number(1)).replace("N2", number(2));
  expect((await viewsOf(await checkedText(text))).map(({ rowStatus }) => rowStatus)).toEqual(["ok", "fax"]);
});

test.each(["Extension", "Ext.", "Durchwahl", "Nebenstelle", "Interno", "Toestel"])(
  "flags numbers with an extension in the column %s, and calls colleagues no duplicates",
  async (header) => {
    const switchboard = number(1);
    const text = [
      `Name,Phone,${header}`,
      `Hedda,${switchboard},11`,
      `Tariq,${switchboard},12`,
      `Hedda B,${switchboard},11`,
      `Jonas,${number(2)},`,
    ].join("\n");
    const views = await viewsOf(await checkedText(text));
    expect(views.map(({ rowStatus }) => rowStatus)).toEqual(["extension_apart", "switchboard", "duplicate", "ok"]);
    expect(views[1]?.message).toContain("another extension");
  },
);
