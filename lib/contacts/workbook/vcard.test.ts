import { expect, test } from "vitest";
import { bytesOf, choppedFile } from "@/lib/testing/contacts/checked-file";
import { openVcards } from "./vcard";

const reading = () => ({ onProgress: () => {}, signal: new AbortController().signal });

const rowsOf = (content: string | Uint8Array<ArrayBuffer>) => rowsIn(new Blob([content]));

async function rowsIn(file: Blob) {
  const book = await openVcards(file);
  const csv = await (await book.toCsv(0, reading())).text.text();
  return csv.trimEnd().split("\n").slice(1);
}

const card = (...lines: string[]) => ["BEGIN:VCARD", ...lines, "END:VCARD", ""].join("\r\n");

test.for<[string, string[], string[]]>([
  [
    "writes a row for each number",
    ["VERSION:3.0", "FN:Ann Lee", "TEL;TYPE=CELL:+447911012345", "TEL;TYPE=WORK,VOICE:+442079460000"],
    ["+447911012345,Ann Lee,cell", "+442079460000,Ann Lee,work"],
  ],
  [
    "uses N when FN is missing",
    ["VERSION:3.0", "N:Lee;Ann;Mary;Dr.;PhD", "TEL:+447911012345"],
    ["+447911012345,Dr. Ann Mary Lee PhD,"],
  ],
  [
    "prefers FN to N, wherever it is",
    ["VERSION:3.0", "N:Lee;Ann;;;", "TEL:+447911012345", "FN:Annie"],
    ["+447911012345,Annie,"],
  ],
  ["writes a row for a contact without a number", ["VERSION:4.0", "FN:Ann", "EMAIL:a@b.example"], [",Ann,"]],
  ["writes a row for a contact without a name and a number", ["VERSION:4.0", "EMAIL:a@b.example"], [",(no name),"]],
  [
    "reads tel: addresses",
    [
      "VERSION:4.0",
      "FN:Ann",
      'TEL;VALUE=uri;TYPE="cell,voice":tel:+44-7911-012345',
      "TEL;VALUE=uri:tel:+442079460000;ext=12",
    ],
    ["+44-7911-012345,Ann,cell", "+442079460000;ext=12,Ann,"],
  ],
  [
    "decodes escaped characters",
    ["VERSION:3.0", "FN:Lee\\, Ann\\nB\\\\C\\;D", "TEL:+447911012345"],
    ['+447911012345,"Lee, Ann', 'B\\C;D",'],
  ],
  [
    "reads groups and types without a name",
    ["VERSION:2.1", "N:Lee;Ann", "item1.TEL;CELL;PREF:+447911012345"],
    ["+447911012345,Ann Lee,cell"],
  ],
  [
    "joins folded lines of version 3",
    ["VERSION:3.0", "FN:An", " n Lee", "TEL:+4479110", "\t12345"],
    ["+447911012345,Ann Lee,"],
  ],
  [
    "keeps the blank of folded lines in version 2.1",
    ["VERSION:2.1", "FN:Ann", " Lee", "TEL:+447911012345"],
    ["+447911012345,Ann Lee,"],
  ],
  [
    "decodes quoted-printable with a soft line break",
    ["VERSION:2.1", "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zo=C3=AB =", "M=C3=BCller", "TEL:+447911012345"],
    ["+447911012345,Zoë Müller,"],
  ],
  [
    "decodes quoted-printable in another encoding",
    ["VERSION:2.1", "N;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:M=FCller;Zo=EB", "TEL:+447911012345"],
    ["+447911012345,Zoë Müller,"],
  ],
  [
    "marks numbers of machines",
    ["VERSION:3.0", "FN:Ann", "TEL;TYPE=FAX,WORK:+442079460000"],
    ['fax: +442079460000,Ann,"fax, work"'],
  ],
  [
    "skips a picture",
    ["VERSION:3.0", "FN:Ann", `PHOTO;ENCODING=b:${"A".repeat(200_000)}`, ` ${"B".repeat(90_000)}`, "TEL:+447911012345"],
    ["+447911012345,Ann,"],
  ],
  [
    "reads a card inside a card",
    [
      "VERSION:2.1",
      "FN:Boss",
      "TEL:+447911012345",
      "AGENT:",
      "BEGIN:VCARD",
      "FN:Aide",
      "TEL:+447911012346",
      "END:VCARD",
    ],
    ["+447911012346,Aide,", "+447911012345,Boss,"],
  ],
  [
    "reads a card that begins on the line of its property",
    ["VERSION:2.1", "AGENT:BEGIN:VCARD", "FN:Aide", "TEL:+447911012346", "END:VCARD", "FN:Boss", "TEL:+447911012345"],
    ["+447911012346,Aide,", "+447911012345,Boss,"],
  ],
])("%s", async ([, lines, rows]) => {
  expect(await rowsOf(card(...lines))).toEqual(rows);
});

test("marks the number of a card that breaks off, because it may be cut", async () => {
  const whole = card("VERSION:3.0", "FN:Ann", "TEL:+447911012345");
  expect(await rowsOf(`${whole}BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Bo\r\nTEL:+44791101234`)).toEqual([
    "+447911012345,Ann,",
    "unfinished: +44791101234,Bo,",
  ]);
});

test.for([
  ["nothing", ""],
  ["a byte order mark", "\ufeff"],
  ["a blank", " "],
  ["the sign that ends files of DOS", "\u001a"],
])("reads a card that begins on the line where another ends, with %s between", async ([, between]) => {
  const ann = card("VERSION:3.0", "FN:Ann", "TEL:+447911012345").trimEnd();
  const bo = card("VERSION:2.1", "N:Lee;Bo", "TEL:+447911012346");
  const cy = card("VERSION:3.0", "FN:Cy", "TEL:+447911012347");
  const rows = ["+447911012345,Ann,", "+447911012346,Bo Lee,", "+447911012347,Cy,"];
  expect(await rowsOf(`${ann}${between}${bo}${cy}`)).toEqual(rows);
  expect(await rowsOf(bytesOf(`${ann}${between}${bo}${cy}`, "utf-16le", { mark: true }))).toEqual(rows);
});

test("keeps a card apart when it begins on the last line of an incomplete one", async () => {
  const bo = card("VERSION:3.0", "FN:Bo", "TEL:+447911012346");
  expect(await rowsOf(`BEGIN:VCARD\r\nFN:Ann\r\nTEL:+44791101234${bo}`)).toEqual([
    "+447911012346,Bo,",
    "unfinished: +44791101234,Ann,",
  ]);
});

test("marks a card without a beginning, and a number between cards", async () => {
  const [ann, cy] = [card("FN:Ann", "TEL:+447911012345"), card("FN:Cy", "TEL:+447911012347")];
  const bo = ["VERSION:3.0", "FN:Bo", "TEL:+447911012346", "END:VCARD", ""].join("\n");
  const [first, last] = ["+447911012345,Ann,", "+447911012347,Cy,"];
  expect(await rowsOf(`${ann}${bo}${cy}`)).toEqual([first, "unfinished: +447911012346,Bo,", last]);
  expect(await rowsOf(`${ann}TEL:+447911012348\n${cy}`)).toEqual([first, "unfinished: +447911012348,,", last]);
  expect(await rowsOf(`${ann}END:VCARD\nREV:2024\n\n${cy}`)).toEqual([first, last]);
});

test("reads any line ends, a byte order mark and UTF-16", async () => {
  const text = card("VERSION:3.0", "FN:Zoë", "TEL:+447911012345");
  const ends = ["\n", "\r", "\r\r\n", "\r\r\r\n"].map((end) => text.replaceAll("\r\n", end));
  for (const variant of [text, ...ends, `\ufeff${text}`]) expect(await rowsOf(variant)).toEqual(["+447911012345,Zoë,"]);
  for (const encoding of ["utf-16le", "utf-16be"] as const)
    expect(await rowsOf(bytesOf(text, encoding, { mark: true }))).toEqual(["+447911012345,Zoë,"]);
});

test("ends no value early when extra returns precede each feed, for any chunk size", async () => {
  const soft = "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen =";
  const text = card("VERSION:2.1", soft, "M=C3=BCller-", " L=C3=BCdenscheidt", "TEL:+447911012345");
  const bytes = bytesOf(text.replaceAll("\r\n", "\r\r\n"), "utf-8");
  for (let size = 1; size <= bytes.length; size += 1)
    expect(await rowsIn(choppedFile(bytes, size)), `${size} bytes`).toEqual([
      "+447911012345,Jürgen Müller- Lüdenscheidt,",
    ]);
});

test("shows invalid bytes as lost and refuses a file without contacts", async () => {
  expect(await rowsOf(bytesOf(card("VERSION:3.0", "FN:Zoë", "TEL:+447911012345"), "windows-1252"))).toEqual([
    "+447911012345,Zo\ufffd,",
  ]);
  await expect(rowsOf("BEGIN:VCARD")).resolves.toEqual([",(no name),"]);
  await expect(rowsOf("END:VCARD\r\n")).rejects.toThrow("This vCard file holds no contacts.");
});
