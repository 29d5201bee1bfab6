import { readdirSync, readFileSync, statSync } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { addDoNotCall } from "@/lib/contract/console/do-not-call";
import { askedByPhone, personWith } from "@/lib/testing/console";
import { contactCsv, contactForm } from "@/lib/testing/contact-form";
import { freshGateway, healthy } from "@/lib/testing/fresh-gateway";
import { testFolder } from "@/lib/testing/test-folder";
import { type ContactGateOptions, holdList } from "./contact-gate";

let fixture: Awaited<ReturnType<typeof freshGateway>>;
const received: string[] = [];

const blocked = ["+447922769499", "+5511987654321"];

beforeAll(async () => {
  fixture = await freshGateway();
  await fixture.run(addDoNotCall, { numbers: blocked, ...askedByPhone }, personWith("admin"));
});
beforeEach(() => {
  received.length = 0;
  fixture.platform.seen.length = 0;
  fixture.platform.answerAtOnce(async (request, response) => {
    received.push(await text(request));
    healthy(request, response);
  });
});

async function tokenOf(role: "admin" | "campaign_manager") {
  const body = JSON.stringify({ name: "nightly", role, scope: "send", days: 1 });
  const headers = { "content-type": "application/json" };
  return (await fixture.ask("admin", "POST", "/api/console/tokens", { headers, body })).json.token as string;
}

const path = (verb: "upload" | "validate-csv") => `/api/v1/campaigns/c1/contacts/${verb}`;
const csvWith = (...rows: string[]) => `phone_number,name\r\n${rows.map((row) => `${row}\r\n`).join("")}`;

test.each(["upload", "validate-csv"] as const)(
  "sends no list with blocked people by %s, whoever sends it",
  async (verb) => {
    const csv = csvWith("+447911012345,Ann", "+44 7922 769499,Rosa", "00551187654321,Rui");
    const senders = [
      () => fixture.ask("campaign_manager", "POST", path(verb), contactForm(csv)),
      () => fixture.ask("admin", "POST", path(verb), contactForm(csv)),
      async () =>
        fixture.ask(
          undefined,
          "POST",
          path(verb),
          contactForm(csv, { authorization: `Bearer ${await tokenOf("campaign_manager")}` }),
        ),
      () => fixture.ask("admin", "POST", path(verb), { headers: { "content-type": "text/csv" }, body: csv }),
    ];
    for (const send of senders) {
      const { status, json } = await send();
      expect([status, json.outcome]).toEqual([409, "refused"]);
      expect(json.detail).toMatch(/^Rows 3 and 4 are on the do-not-call list\. Nothing was sent\./);
      expect(json.detail).not.toMatch(/7922|8765/);
    }
    expect(fixture.platform.seen).toHaveLength(0);
  },
);

test("sends what it read: numbers in E.164 form, names as they came", async () => {
  const csv = 'Name,phone_number \n"Lee, ""Bo""",0049 (0)30 901820-173\nÄnne,00 4915112345678\n';
  expect((await fixture.ask("admin", "POST", path("upload"), contactForm(csv))).status).toBe(200);
  expect(received[0]).toContain('phone_number,name\r\n+4930901820173,"Lee, ""Bo"""\r\n+4915112345678,Änne\r\n');
  expect(received[0]).toContain('name="file"; filename="list.csv"');
});

test.each([
  ["a number without a country code", csvWith("+447911012345,Ann", "030 901820173,Elf"), /^Row 3 has no phone number/],
  ["digits that are a mobile of Brazil and one of Peru", csvWith("51987654321,Rui"), /^Row 2 has no phone number/],
  [
    "words beside a number",
    csvWith("+49 30 901820173 2. Stock,Elf"),
    /^Row 2 has no phone number .* No other text may stand beside a number/,
  ],
  ["a row without a number", csvWith(",Ann"), /^Row 2 has no phone number/],
  ["three columns", "phone_number,name,note\n+447911012345,Ann,x\n", /no other columns/],
  ["other names", "phone,name\n+447911012345,Ann\n", /phone_number,name/],
  ["no rows at all", "", /phone_number,name/],
  ["one cell too many", csvWith("+447911012345,Ann,Lee"), /^Row 2 does not have two cells/],
  ["an open quotation mark", csvWith('+447911012345,"Ann'), /never closed/],
])("refuses a list with %s, and sends nothing", async (_fault, csv, message) => {
  const { status, json } = await fixture.ask("admin", "POST", path("upload"), contactForm(csv));
  expect([status, json.outcome]).toEqual([400, "refused"]);
  expect(json.detail).toMatch(message);
  expect(json.detail).toContain("Nothing was sent.");
  expect(fixture.platform.seen).toHaveLength(0);
});

test.each([
  [
    "two files",
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nphone_number,name\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="b"\r\n\r\nx\r\n--b--\r\n',
  ],
  [
    "a file under another name",
    '--b\r\ncontent-disposition: form-data; name="list"; filename="a"\r\n\r\nphone_number,name\r\n--b--\r\n',
  ],
  ["no file", "--b--\r\n"],
  [
    "a form without its end",
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nphone_number,name\r\n',
  ],
])("refuses a form with %s", async (_fault, body) => {
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const { status, json } = await fixture.ask("admin", "POST", path("upload"), { headers, body });
  expect([status, json.outcome]).toEqual([400, "refused"]);
  expect(fixture.platform.seen).toHaveLength(0);
});

test("names the first rows of many, and counts the others", async () => {
  const csv = csvWith(...Array.from({ length: 30 }, (_, nth) => `12${nth},Ann`));
  const { json } = await fixture.ask("admin", "POST", path("upload"), contactForm(csv));
  expect(json.detail).toMatch(/^Rows 2, 3, .*, 21 and 10 more have no phone number/);
});

const speed = { paceMs: 60_000, paceBytes: 1 };
const listOf = (csv: string, changes: { stream?: Readable; left?: AbortSignal } = {}) => ({
  ...{ stream: Readable.from([csv], { objectMode: false }), contentType: "text/csv", signal: undefined },
  ...{ contentLength: Buffer.byteLength(csv), left: new AbortController().signal },
  ...changes,
});
const optionsIn = (directory: string): ContactGateOptions => ({
  directory,
  speed,
  blockedAmong: async () => [],
  newestBlock: async () => "",
});

test("sends no list when somebody in it is blocked while the rest of it arrives", async () => {
  const csv = contactCsv(6_000);
  const [, early = ""] = /\r\n(\+\d+)/.exec(csv) ?? [];
  const known = new Set<string>();
  const options = {
    ...optionsIn(testFolder("lists")),
    newestBlock: async () => String(known.size),
    async blockedAmong(numbers: readonly string[]) {
      const positions = numbers.flatMap((number, position) => (known.has(number) ? position : []));
      // The call of this person ends just after the first rows were compared.
      known.add(early);
      return positions;
    },
  };
  await expect(holdList(listOf(csv), options)).rejects.toMatchObject({
    ...{ code: "blocked_people", outcome: "refused" },
    message: expect.stringMatching(/^Somebody in this list was put on the do-not-call list while it was uploaded\./),
  });
  known.delete(early);
  const held = await holdList(listOf(csv), { ...options, blockedAmong: async () => [] });
  expect(await text(held.stream)).toBe(csv);
  await held.close();
});

test("newestBlock changes with each number that is blocked, also one that is replaced", async () => {
  const { newestBlock } = fixture.console;
  const marks = [await newestBlock()];
  for (const numbers of [["+447911012381"], ["+447911012382", "+447911012383"]]) {
    const entry = { numbers, ...askedByPhone };
    await fixture.run(addDoNotCall, entry, personWith("admin"));
    marks.push(await newestBlock());
  }
  expect(new Set(marks).size).toBe(3);
});

test("holds a list in a file without a name, in which no number can be read", async () => {
  const directory = testFolder("lists");
  const csv = contactCsv(2_000);
  const held = await holdList(listOf(csv), optionsIn(directory));
  expect(readdirSync(directory)).toEqual([]);
  const open = readdirSync("/proc/self/fd").flatMap((fd) => {
    const file = `/proc/self/fd/${fd}`;
    const { nlink, size } = statSync(file, { throwIfNoEntry: false }) ?? { nlink: 1, size: 0 };
    return nlink === 0 && size === csv.length ? [readFileSync(file, "latin1")] : [];
  });
  expect(open).toHaveLength(1);
  expect(open[0]).not.toMatch(/4479110|Ann/);
  expect(await text(held.stream)).toBe(csv);
  await held.close();
});

test("refuses a list for which the disk has no room", async () => {
  const list = { ...listOf("phone_number,name\r\n"), contentLength: Number.MAX_SAFE_INTEGER };
  await expect(holdList(list, optionsIn(testFolder("lists")))).rejects.toMatchObject({
    ...{ code: "disk_full", outcome: "refused" },
    message: expect.stringContaining("no room"),
  });
});

test("stops reading when the sender leaves, and when it may not send any more", async () => {
  for (const end of ["left", "signal"] as const) {
    const stream = new PassThrough();
    stream.write("phone_number,name\r\n+447911012345,Ann\r\n");
    const controller = new AbortController();
    const list = { ...listOf("x".repeat(100), { stream }), [end]: controller.signal };
    const holding = holdList(list, optionsIn(testFolder("lists")));
    controller.abort({ code: "forbidden", message: "It was stopped." });
    await expect(holding).rejects.toMatchObject({ code: "forbidden", outcome: "refused", message: "It was stopped." });
  }
});
