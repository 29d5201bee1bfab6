import { createHash } from "node:crypto";
import { request } from "node:http";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fernhillKey } from "@/lib/testing/database/seed-database";
import { csvFile, startPlatform, until } from "@/lib/testing/local-platform";
import { seeded } from "@/platform/seed/seed";
import { campaignStatuses, campaignTable, contactTable, uploadTable } from "@/platform/tables/campaigns";

const limits = { maxRows: 5_000, maxBytes: 200_000 };
const { address, ask, db } = await startPlatform({ pollMs: 3_600_000, uploads: limits });

const id = seeded.campaigns.draft;
const upload = (file: FormData) => ask("POST", `/v1/campaigns/${id}/contacts/upload`, { body: file });
const validate = (body: FormData | string, headers?: Record<string, string>) =>
  ask("POST", `/v1/campaigns/${id}/contacts/validate-csv`, { body, headers });

const stored = () =>
  db.select().from(contactTable).where(eq(contactTable.campaign_id, id)).orderBy(contactTable.position);
const uploads = () => db.$count(uploadTable);

test("reports each rejected row with line, column, code, value and message", async () => {
  const csv = [
    "\uFEFFphone_number,name",
    "+447700900001,Ann",
    '"+44 (7700) 900-002","Lee, Bo"',
    "",
    ",Nobody",
    "07700900003,Cy",
    "+44770090x,Di",
    "+0447700900,Ed",
    "+447700900004,",
    `+447700900005,${"n".repeat(201)}`,
    "+447700900006,Flo,extra",
    "+447700900001,Ann again",
    "+4477009000071234567,Gus",
    '+447700900008,"Mar\nk"',
    "+447700900009,Zoë 🌱",
  ].join("\r\n");
  const answer = await upload(csvFile(csv, "péople.csv"));

  expect(answer.status).toBe(200);
  const { errors, ...counts } = answer.body.data;
  expect(counts).toMatchObject({
    campaign_id: id,
    filename: "péople.csv",
    total_rows: 13,
    accepted: 3,
    duplicates: 1,
    rejected: 9,
    contacts_count: 3,
    errors_truncated: false,
  });
  const brief = errors.map(({ row, column, code }: Record<string, unknown>) => [row, column, code]);
  expect(brief).toEqual([
    [5, "phone_number", "missing_phone"],
    [6, "phone_number", "invalid_phone"],
    [7, "phone_number", "invalid_phone"],
    [8, "phone_number", "invalid_phone"],
    [9, "name", "missing_name"],
    [10, "name", "name_too_long"],
    [11, "", "row_length_mismatch"],
    [12, "phone_number", "duplicate_in_file"],
    [13, "phone_number", "invalid_phone"],
    [14, "name", "invalid_name"],
  ]);
  expect(errors[1]).toEqual({
    row: 6,
    column: "phone_number",
    code: "invalid_phone",
    value: "07700900003",
    message: "The phone number must start with + and the country code.",
  });
  expect(errors[7].message).toBe("The same number is on line 2.");
  expect((await stored()).map(({ phone_number, name }) => [phone_number, name])).toEqual([
    ["+447700900001", "Ann"],
    ["+447700900002", "Lee, Bo"],
    ["+447700900009", "Zoë 🌱"],
  ]);
});

test("counts a number that the campaign already has as a duplicate", async () => {
  const { body } = await upload(csvFile("name,phone_number,city\nAnn,+447700900001,Cardiff\nIvy,+447700900010,Bath\n"));
  expect(body.data).toMatchObject({ accepted: 1, duplicates: 1, contacts_count: 4 });
  expect(body.data.errors).toMatchObject([{ row: 2, code: "duplicate_in_campaign" }]);
  const campaign = (await ask("GET", `/v1/campaigns/${id}`)).body.data;
  expect([campaign.total_contacts, campaign.pending_contacts]).toEqual([4, 4]);
});

test("stores rows, bytes and SHA-256 of the uploaded file", async () => {
  const csv = "phone_number,name\n+447700900011,Jo\n";
  const { upload_id, ...answer } = (await upload(csvFile(csv))).body.data;
  const [record] = await db.select().from(uploadTable).where(eq(uploadTable.id, upload_id));
  const sha256 = createHash("sha256").update(csv).digest("hex");
  expect(record).toMatchObject({ bytes: csv.length, sha256, total_rows: 1, accepted: 1 });
  expect(answer).toMatchObject({ bytes: csv.length, sha256 });
});

test("reports the first thousand errors and a flag for more", async () => {
  const rows = Array.from({ length: 1500 }, (_, index) => `bad${index},N`).join("\n");
  const { data } = (await upload(csvFile(`phone_number,name\n${rows}\n`))).body;
  expect(data).toMatchObject({ total_rows: 1500, rejected: 1500, errors_truncated: true });
  expect(data.errors).toHaveLength(1000);
  expect(data.errors.at(-1).row).toBe(1001);
});

const many = (rows: number) =>
  `phone_number,name\n${Array.from({ length: rows }, (_, index) => `+4420${String(10_000_000 + index)},N`).join("\n")}`;
const two = csvFile("phone_number,name\n+447700900020,A\n");
two.append("file", new Blob(["phone_number,name\n+447700900021,B\n"]), "second.csv");
const misnamed = new FormData();
misnamed.append("list", new Blob(["phone_number,name\n+447700900022,A\n"]), "list.csv");

test.for<[string, FormData | string, string]>([
  ["no file", new FormData(), "no_file"],
  ["a file under another name", misnamed, "no_file"],
  ["two files", two, "more_than_one_file"],
  ["something else than a form", "phone_number,name\n+447700900023,A\n", "not_multipart"],
  ["an empty file", csvFile(""), "empty_file"],
  ["a header alone", csvFile("phone_number,name\n"), "empty_file"],
  ["no header", csvFile("+447700900024,Ann\n+447700900025,Bo\n"), "missing_header"],
  ["half a header", csvFile("phone_number,full_name\n+447700900024,Ann\n"), "missing_header"],
  ["a spreadsheet", csvFile(new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0x80])), "not_csv"],
  ["a quote that is never closed", csvFile('phone_number,name\n+447700900026,A\n+447700900027,"B\n'), "not_csv"],
  ["too many rows", csvFile(many(limits.maxRows + 1)), "too_many_rows"],
  [
    "too many bytes",
    csvFile(`phone_number,name\n${`+447700900028,${"n".repeat(100)}\n`.repeat(2_000)}`),
    "file_too_large",
  ],
])("refuses an upload with %s and stores nothing", async ([, body, code]) => {
  const before = [await stored(), await uploads()];
  const answer = await ask("POST", `/v1/campaigns/${id}/contacts/upload`, { body });
  expect(answer).toMatchObject({ status: 400, body: { success: false, message: expect.any(String), error: { code } } });
  expect([await stored(), await uploads()]).toEqual(before);
});

const filePart = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';

test.for([
  ["a file part without an end to its header", `${filePart}--b--\r\nphone_number,name\n`],
  ["only such a part", `${filePart}--b--\r\n`],
  [
    "such a part after a valid file",
    `${filePart}phone_number,name\n+447911010001,A\r\n--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n--b--\r\n`,
  ],
])("refuses %s without waiting", async ([, body]) => {
  const before = [await stored(), await uploads()];
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const answer = await ask("POST", `/v1/campaigns/${id}/contacts/upload`, { body, headers });
  expect(answer).toMatchObject({ status: 400, body: { success: false, error: { code: "not_multipart" } } });
  expect([await stored(), await uploads()]).toEqual(before);
});

test("accepts exactly as many rows as the limit", async () => {
  const { body } = await upload(csvFile(many(limits.maxRows)));
  expect(body.data).toMatchObject({ total_rows: limits.maxRows, accepted: limits.maxRows });
});

test.for(campaignStatuses)("accepts contacts unless the campaign has ended (%s)", async (status) => {
  await db.update(campaignTable).set({ status }).where(eq(campaignTable.id, id));
  const answer = await upload(csvFile("phone_number,name\n+447700900040,Kit\n"));
  const hasEnded = ["completed", "cancelled", "failed"].includes(status);
  expect(answer.status).toBe(hasEnded ? 400 : 200);
  if (hasEnded) expect(answer.body.message).toBe(`Campaign takes no more contacts; current status is ${status}`);
  await db.update(campaignTable).set({ status: "draft" }).where(eq(campaignTable.id, id));
});

test("stores nothing of an interrupted upload, and accepts the next", async () => {
  const before = [(await stored()).length, await uploads()];
  const half = Buffer.from(many(4_500).replaceAll("+4420", "+4421")).subarray(0, 90_000);
  await sendHalf(half);
  const after = await until(async () => {
    const answer = await upload(csvFile("phone_number,name\n+447700900041,Liv\n"));
    return answer.status === 200 && answer.body.data;
  });
  expect(after.accepted).toBe(1);
  expect([(await stored()).length, await uploads()]).toEqual([Number(before[0]) + 1, Number(before[1]) + 1]);
});

test("validates a form and plain CSV like an upload, and stores nothing", async () => {
  const before = [await stored(), await uploads()];
  const csv = "phone_number,name,city\n+447700900001,Ann,Cardiff\n+447700900050,Max,Bath\nx,Ned,Rye\n";
  const form = await validate(csvFile(csv));
  const plain = await validate(csv, { "content-type": "text/csv" });
  expect(form.body).toEqual({
    success: true,
    data: {
      is_valid: false,
      total_rows: 3,
      valid_rows: 1,
      invalid_rows: 1,
      duplicate_rows: 1,
      columns: ["phone_number", "name", "city"],
      missing_columns: [],
      unknown_columns: ["city"],
      errors: [
        expect.objectContaining({ row: 2, code: "duplicate_in_campaign" }),
        expect.objectContaining({ row: 4, code: "invalid_phone" }),
      ],
      errors_truncated: false,
      preview: [
        { phone_number: "+447700900001", name: "Ann" },
        { phone_number: "+447700900050", name: "Max" },
      ],
      max_rows: limits.maxRows,
      max_bytes: limits.maxBytes,
    },
  });
  expect(plain.text).toBe(form.text);
  expect([await stored(), await uploads()]).toEqual(before);
});

test("validation reports missing columns", async () => {
  const { data } = (await validate("telephone,name\n+447700900060,Ann\n", { "content-type": "text/csv" })).body;
  expect(data).toMatchObject({ is_valid: false, columns: ["telephone", "name"], missing_columns: ["phone_number"] });
});

/** Sends the first half of an upload and then closes the connection. */
function sendHalf(half: Buffer) {
  return new Promise<void>((resolve) => {
    const upload = openUpload(half.length * 2);
    upload.on("close", resolve);
    upload.write(half, () => setTimeout(() => upload.destroy(), 300));
  });
}

function openUpload(bytes: number) {
  const upload = request(`${address}/v1/campaigns/${id}/contacts/upload`, {
    method: "POST",
    agent: false,
    headers: {
      authorization: `Bearer ${fernhillKey}`,
      "content-type": "multipart/form-data; boundary=cut",
      "content-length": bytes,
    },
  });
  upload.on("error", () => {});
  upload.write('--cut\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
  return upload;
}
