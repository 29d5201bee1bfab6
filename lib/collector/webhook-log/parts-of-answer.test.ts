import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { rowsIn, unwrapped } from "@/lib/contract/fields";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { recordOf, rowsOfAnswer } from "./parts-of-answer";

const { db } = await freshDatabase();
const record = { id: "x", name: "Autumn" };

test.each([
  [record],
  [{ success: true, data: record }],
  [{ success: true, data: { campaign: record } }],
  [{ success: true, campaign: record }],
  [{ data: { data: record } }],
  [{ ...record, data: { stats: {} } }],
  [{ success: true, data: null }],
])("finds the same record in %j as `unwrapped`", async (raw) => {
  const { rows } = await db.execute(recordOf(sql`select ${JSON.stringify(raw)}::jsonb as raw`));
  expect(rows).toEqual([{ record: unwrapped(raw) }]);
});

test.each([
  [[record]],
  [{ data: [record] }],
  [{ items: [record], data: null }],
  [{ data: { items: [record] } }],
  [{ success: true, data: { data: [record] } }],
  [{ success: true, data: null }],
])("finds the same rows in %j as `rowsIn`", async (raw) => {
  const { rows } = await db.execute(
    sql`select ${rowsOfAnswer} as rows from (select ${JSON.stringify(raw)}::jsonb as raw) as answer`,
  );
  expect(rows).toEqual([{ rows: rowsIn(raw) }]);
});
