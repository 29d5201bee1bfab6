import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { csvFile, startPlatform } from "@/lib/testing/local-platform";
import { seeded } from "@/platform/seed/seed";
import { contactTable, uploadTable } from "@/platform/tables/campaigns";

const { ask, db } = await startPlatform({ pollMs: 3_600_000 });

test("stores a file of 30 MiB completely, with equal rows, bytes and SHA-256", async () => {
  const rows = 200_000;
  const filler = "n".repeat(150);
  const lines = Array.from({ length: rows }, (_, index) => `+4420${String(10_000_000 + index)},${filler}${index % 10}`);
  const csv = Buffer.from(`phone_number,name\r\n${lines.join("\r\n")}\r\n`);
  expect(csv.length).toBeGreaterThan(30 * 1024 * 1024);

  const answer = await ask("POST", `/v1/campaigns/${seeded.campaigns.draft}/contacts/upload`, { body: csvFile(csv) });
  expect(answer.body.data).toMatchObject({ total_rows: rows, accepted: rows, duplicates: 0, rejected: 0 });

  const [upload] = await db.select().from(uploadTable).where(eq(uploadTable.id, answer.body.data.upload_id));
  const sha256 = createHash("sha256").update(csv).digest("hex");
  expect(upload).toMatchObject({ bytes: csv.length, sha256, accepted: rows });
  expect(await db.$count(contactTable, eq(contactTable.campaign_id, seeded.campaigns.draft))).toBe(rows);
});
