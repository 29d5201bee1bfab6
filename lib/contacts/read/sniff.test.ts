import { expect, test } from "vitest";
import { createContactEngine } from "@/lib/contacts/create-engine";
import { differencesOf } from "@/lib/contacts/messages/file-messages";
import { bytesOf, checkedFile, checkedText, number } from "@/lib/testing/contacts/checked-file";

const open = (content: string | Uint8Array<ArrayBuffer>, name = "list.csv") =>
  createContactEngine().open(new File([content], name), () => undefined);

const formatOf = async (content: string | Uint8Array<ArrayBuffer>) => {
  const opened = await open(content);
  return "format" in opened ? opened.format : opened.refusal.sentence;
};

test.for([
  ["commas", "phone_number,name\n+447911010001,Ann\n", { delimiter: "," }],
  ["semicolons, with few rows", "phone_number;name\n+447911010001;Ann\n", { delimiter: ";" }],
  [
    "semicolons and commas in names",
    'phone;name\n+447911010001;"Lee, Ann"\n+447911010002;"Lee, Bo"\n',
    { delimiter: ";" },
  ],
  ["tabs", "phone\tname\n+447911010001\tLee, Ann\n", { delimiter: "\t" }],
  ["bars", "phone|name\n+447911010001|Ann\n", { delimiter: "|" }],
  ["a sep= line", "sep=;\nphone;name\n+447911010001;Ann\n", { delimiter: ";", skippedRows: 1 }],
  ["a title and a blank line above", "Autumn list\n\nphone,name\n+447911010001,Ann\n", { skippedRows: 2 }],
  ["blank lines above", "\n\nphone,name\n+447911010001,Ann\n", { skippedRows: 2 }],
  ["no header", "+447911010001,Ann\n+447911010002,Bo\n", { hasHeader: false }],
  ["a single column", "phone\n+447911010001\n+447911010002\n", { delimiter: ",", hasHeader: true }],
])("detects the format of a file with %s", async ([, text, expected]) => {
  expect(await formatOf(String(text))).toMatchObject(Object(expected));
});

test.for([
  ["shown in short by a spreadsheet", "4.47911E+11,Ann"],
  ["shown in short, with a comma", '"4,47911E+11",Ann'],
  ["with an extension", "+44 7911 123456 ext 5,Ann"],
  ["between marks that are not seen", "\u202a+447911123456\u202c,Ann Lee"],
  ["behind a byte order mark of its own", "\ufeff\ufeff+447911123456,Ann Lee"],
  ["in other digits", "٠٠٤٤٧٩١١١٢٣٤٥٦,Ann"],
  ["with a word before it", "Tel.: +447911123456,Ann"],
  ["beside another one", "07911 123456 or 07911 123457,Ann"],
])("keeps the first contact of a list without a header when its number is %s", async ([, first]) => {
  const { report, opened } = await checkedText(`${first}\n${number(2)},Bob\n${number(3)},Cid\n`);
  expect("format" in opened && opened.format).toMatchObject({ hasHeader: false, skippedRows: 0 });
  expect(report.rows).toBe(3);
});

test.for([";", "\t", "|", ","] as const)(
  "finds all columns when the first contact has a note of many lines: %j",
  async (delimiter) => {
    const note = `"${"line of text\n".repeat(300)}"`;
    const list = [
      ["phone_number", "name", "note"],
      [number(1), "Ann", note],
      [number(2), "Bob", "ok"],
    ];
    const text = list.map((cells) => cells.join(delimiter)).join("\n");
    expect(await formatOf(text)).toMatchObject({ delimiter, skippedRows: 0, hasHeader: true });
    expect((await checkedText(text)).report).toMatchObject({ rows: 2, counts: { sent: 2 } });
  },
);

test.for([
  ["a count", "Tel. 2,Wer"],
  ["a year", "Rufnr (2024),Wer"],
  ["two years", "Rufnr 2023/2024,Wer"],
  ["two years in short", "Rufnr 2023-24,Wer"],
  ["a date", "Rufnr am 01.05.2024,Wer"],
  ["a date of a file's name", "export_2024-05-01 12:00,Wer"],
  ["figures", "Rufnr,Umsatz 100.000-200.000"],
])("reads the first row as a header when it has %s but no number", async ([, first]) => {
  expect(await formatOf(`${first}\n${number(2)},150.000\n${number(3)},90.000\n`)).toMatchObject({ hasHeader: true });
});

test.for(["utf-8", "utf-16le", "utf-16be"] as const)("recognizes %s by its byte order mark", async (encoding) => {
  expect(await formatOf(bytesOf("phone_number,name\n+447911010001,Zoë\n", encoding, { mark: true }))).toMatchObject({
    encoding,
    hasHeader: true,
  });
});

test.for(["utf-16le", "utf-16be"] as const)("recognizes %s by its zero bytes when it has no mark", async (encoding) => {
  expect(await formatOf(bytesOf("phone_number,name\n+447911010001,Ann\n", encoding))).toMatchObject({ encoding });
});

test.for([
  ["an empty file", "", "empty"],
  ["blank lines", "\n \n\n", "blank lines"],
  ["a header alone", "phone_number,name\n", "no contacts"],
  [
    "a header over one endless line",
    `phone_number,name\n${"1".repeat(70_000)}\n`,
    "below the header is longer than 64 KB",
  ],
  ["a picture", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 2, 0, 3), "not a text file"],
  ["a program", Uint8Array.of(0x7f, 0x45, 0, 1, 2, 0, 3), "not a text file"],
  ["300 columns", `${"a,".repeat(300)}b\n${"1,".repeat(300)}2\n`, "301 columns"],
])("refuses %s with an explanation", async ([, content, word]) => {
  expect(await formatOf(content as string)).toContain(word);
});

test("reads text in the likeliest encoding when it is not UTF-8, and shows the others", async () => {
  const opened = await open(bytesOf(`phone_number,name\n${number(1)},Ann\n${number(2)},José\n`, "windows-1252"));
  if (opened.kind !== "text") throw new Error("It opens as text.");
  expect(opened.format.encoding).toBe("windows-1252");
  expect(opened.encodings?.[0]).toEqual({
    encoding: "windows-1252",
    lines: [{ row: 3, text: `${number(2)},José` }],
  });
  const others = opened.encodings?.map(({ lines }) => lines[0]?.text) ?? [];
  expect(others.length).toBeGreaterThan(3);
  expect(new Set(others).size).toBe(others.length);
});

test.for([
  ["one name", ["Lefèvre"]],
  ["a German and a French name", ["Müller", "Lefèvre"]],
  ["a German list with one French name", ["Jürgen", "Zoë", "Björn", "Käthe", "Günther", "Höß", "Jörg", "Lefèvre"]],
])("prefers Windows-1252 when another encoding fits %s as well", async ([, names]) => {
  const rows = (names as string[]).map((name, index) => `${number(index)},${name}`);
  const opened = await open(bytesOf(`phone_number,name\n${rows.join("\n")}\n`, "windows-1252"));
  if (opened.kind !== "text") throw new Error("It opens as text.");
  expect(opened.format.encoding).toBe("windows-1252");
  const [now, ...others] = opened.encodings ?? [];
  const central = others.find(({ encoding }) => encoding === "windows-1250");
  expect(central && differencesOf(now, central)).toEqual([{ row: rows.length + 1, now: "Lefèvre", other: "Lefčvre" }]);
});

test("shows at most three lines that an encoding would change, and counts every row in each", async () => {
  const rows = Array.from(
    { length: 40 },
    (_, index) => `${number(index)},${index < 20 ? "Jörg Müller" : "Ève Lefèvre"}`,
  );
  const file = new File([bytesOf(`phone_number,name\n${rows.join("\n")}\n`, "windows-1252")], "list.csv");
  const { opened } = await checkedFile(file);
  const [now, ...others] = ("encodings" in opened && opened.encodings) || [];
  expect(others.length).toBeGreaterThan(2);
  for (const other of others) {
    const differences = differencesOf(now, other);
    expect(differences.length).toBeGreaterThan(0);
    expect(differences.length).toBeLessThanOrEqual(3);
    expect((await checkedFile(file, { format: { encoding: other.encoding } })).report.rows).toBe(40);
  }
});

test("refuses a file and asks for its encoding when only some lines are not UTF-8", async () => {
  const right = new TextEncoder().encode(`phone_number,name\n${number(1)},Zoë Müller\n${number(2)},José Peña\n`);
  const wrong = bytesOf(`${number(3)},Noël\n`, "windows-1252");
  const opened = await open(Uint8Array.from([...right, ...wrong]));
  expect(opened).toMatchObject({
    kind: "refused",
    refusal: { sentence: expect.stringContaining("row 4 is the first") },
  });
});

test("stops the check and offers encodings when invalid text follows the sample", async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => `${number(index)},Name ${index}`);
  const text = `phone_number,name\n${rows.join("\n")}\n${number(9000)},Zo\u00eb\n`;
  const engine = createContactEngine();
  const opened = await engine.open(new File([bytesOf(text, "windows-1252")], "list.csv"), () => undefined);
  if (opened.kind !== "text") throw new Error("It opens as text.");
  const { plan } = await checkedText("phone_number,name\n+447911010001,Ann\n");
  const result = await engine.check({ ...plan, format: opened.format }, () => undefined);
  expect("refusal" in result && result.refusal.encodings?.[0]).toEqual({
    encoding: "windows-1252",
    lines: [{ row: 5002, text: `${number(9000)},Zoë` }],
  });
  const again = await engine.check(
    { ...plan, format: { ...opened.format, encoding: "windows-1252" } },
    () => undefined,
  );
  expect(again).toMatchObject({ rows: 5001, counts: { sent: 5001 } });
});
