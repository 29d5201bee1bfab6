import { request } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { addDoNotCall } from "@/lib/contract/console/do-not-call";
import { askedByPhone, personWith } from "@/lib/testing/console";
import { contactForm } from "@/lib/testing/contact-form";
import { freshGateway, healthy } from "@/lib/testing/fresh-gateway";

let fixture: Awaited<ReturnType<typeof freshGateway>>;
let received: string[] = [];

const blocked = ["+447922769499", "+5511987654321"];

beforeAll(async () => {
  fixture = await freshGateway();
  await fixture.run(addDoNotCall, { numbers: blocked, ...askedByPhone }, personWith("admin"));
});
beforeEach(() => {
  received = [];
  fixture.platform.seen.length = 0;
  fixture.platform.answerAtOnce(async (incoming, response) => {
    received.push(await text(incoming));
    healthy(incoming, response);
  });
});

const path = "/api/v1/campaigns/c1/contacts/upload";
const send = (overrides: Parameters<typeof fixture.ask>[3]) => fixture.ask("campaign_manager", "POST", path, overrides);
const csvHeaders = { "content-type": "text/csv" };
const formHeaders = { "content-type": "multipart/form-data; boundary=b" };
const part = (disposition: string, content: string, more = "") =>
  `--b\r\ncontent-disposition: form-data; ${disposition}\r\n${more}\r\n${content}\r\n`;
const file = (content: string, name = "a.csv") => part(`name="file"; filename="${name}"`, content);

/** Spellings by which somebody might get a blocked number past the comparison. */
const spellings = [
  ..."+447922769499|447922769499|00447922769499|+44 (0) 7922-769499|+44(0)7922769499|+44.7922.769499".split("|"),
  ..."+44 7922\u00a0769\u2011499|\u202a+447922769499\u202c|'+447922769499|tel:+447922769499|+447922769499;ext=5".split(
    "|",
  ),
  ..."\uff0b\uff14\uff14\uff17\uff19\uff12\uff12\uff17\uff16\uff19\uff14\uff19\uff19|+\u0664\u0664\u0667\u0669\u0662\u0662\u0667\u0666\u0669\u0664\u0669\u0669".split(
    "|",
  ),
  ..."011447922769499|%2B447922769499|&#43;447922769499|+44 7922 769499 Rosa|Rosa +447922769499|+5511987654321".split(
    "|",
  ),
  ..."+551187654321|+55 (11) 8765-4321|0055 11 98765 4321|+55 0 11 98765-4321|\u00ad+44\u200b7922769499".split("|"),
  ...'="+447922769499"|+447922769499.0|4.47922769499E+11|+44 7922 769499 / +44 7911 012345|+447911012345 or +447922769499'.split(
    "|",
  ),
];

test.each(spellings)("sends nobody who is blocked when a script writes the number as %j", async (spelling) => {
  const cell = `"${spelling.replaceAll('"', '""')}"`;
  const bodies = [
    `phone_number,name\n${cell},Ann\n`,
    `name,phone_number\r\nAnn,${cell}\r\n`,
    `\ufeffphone_number,name\r${cell},Ann\r`,
    ` Phone_Number , NAME \n\n${cell},"An\nn"\n`,
  ];
  for (const body of bodies) {
    const { status } = await send({ headers: csvHeaders, body });
    expect([409, 400]).toContain(status);
    expect((await send(contactForm(body))).status).toBe(status);
  }
  expect(fixture.platform.seen).toHaveLength(0);
});

const good = "phone_number,name\n+447911012345,Ann\n";
const bad = "phone_number,name\n+447922769499,Rosa\n";

test.each([
  ["a second file", `${file(good)}${file(bad)}--b--\r\n`],
  ["a file under another name behind it", `${file(good)}${part('name="list"; filename="b"', bad)}--b--\r\n`],
  ["the file twice in one part", `${file(good + bad)}--b--\r\n`],
  ["text behind the end of a quoted cell", `${file('phone_number,name\n"+447911012345"+447922769499,Ann\n')}--b--\r\n`],
  [
    "a header of three columns",
    `${file("phone_number,name,phone_number\n+447911012345,Ann,+447922769499\n")}--b--\r\n`,
  ],
  ["a doubled header", `${file("phone_number,phone_number\n+447911012345,+447922769499\n")}--b--\r\n`],
  ["the columns of another list", `${file("number,name\n+447911012345,Ann\n")}--b--\r\n`],
  ["semicolons", `${file("phone_number;name\n+447922769499;Rosa\n")}--b--\r\n`],
  ["no part at all", "--b--\r\n"],
])("refuses a form with %s", async (_what, body) => {
  const { status, json } = await send({ headers: formHeaders, body });
  expect([400, 409]).toContain(status);
  expect(json.outcome).toBe("refused");
  expect(fixture.platform.seen).toHaveLength(0);
});

test.each([
  ["UTF-16", Buffer.from(`\ufeff${good}`, "utf16le")],
  ["gzip", gzipSync(good)],
  ["Windows-1252", Buffer.from("phone_number,name\n+447911012345,J\xfcrgen\n", "latin1")],
  ["a NUL in the number", Buffer.from("phone_number,name\n+44792276\u00009499,Rosa\n")],
])("does not forward a body in %s", async (what, bytes) => {
  const body = new Uint8Array(bytes);
  const { status } = await send({
    headers: { ...csvHeaders, ...(what === "gzip" && { "content-encoding": "gzip" }) },
    body,
  });
  expect([400, 409]).toContain(status);
  expect(fixture.platform.seen).toHaveLength(0);
});

test("forwards only what it read: no field, file name or header of the sender", async () => {
  const note = part('name="note"', "+447922769499");
  const body = `${note}${file('phone_number,name\r\n+447911012345,"Lee, ""Bo""\r\n+447922769499"\r\n', "x; name=file2.csv")}--b--\r\n`;
  const { status } = await send({ headers: { ...formHeaders, "x-file-name": "+447922769499.csv" }, body });
  expect(status).toBe(200);
  expect(received[0]?.replace(/[\da-f]{8}-[\da-f-]{27}/g, "B")).toBe(
    [
      '--B\r\ncontent-disposition: form-data; name="file"; filename="x; name=file2.csv"\r\ncontent-type: text/csv\r\n\r\n',
      'phone_number,name\r\n+447911012345,"Lee, ""Bo""\n+447922769499"\r\n\r\n--B--\r\n',
    ].join(""),
  );
});

test("refuses a list without people", async () => {
  const { status, json } = await send({ headers: csvHeaders, body: "phone_number,name\n" });
  expect([status, json?.detail ?? ""]).toEqual([400, expect.stringContaining("no people")]);
  expect(fixture.platform.seen).toHaveLength(0);
});

test("refuses a chunked upload, which names no length", async () => {
  const status = await new Promise((resolve, reject) => {
    const headers = {
      cookie: fixture.cookies.admin,
      ...csvHeaders,
      "sec-fetch-site": "same-origin",
      "x-switchboard": "1",
    };
    const sent = request(fixture.origin + path, { method: "POST", headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on("error", reject);
    Readable.from([good]).pipe(sent);
  });
  expect(status).toBe(411);
  expect(fixture.platform.seen).toHaveLength(0);
});
