import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { stringifyJson } from "@/lib/format/json";
import { freshDatabase } from "@/lib/testing/database/fresh-database";

test("returns every digit of a number that was stored in a record", async () => {
  const { db } = await freshDatabase();
  const stored = '{"id": 1234567890123456781, "price": 0.10, "count": 3}';
  const { rows } = await db.execute<{ record: unknown }>(sql`select ${stored}::jsonb as record`);
  expect(rows[0]?.record).toMatchObject({ count: 3 });
  expect(JSON.parse(stringifyJson(rows[0]?.record).replace(/: ?(\d{17,}|0\.10)/g, ':"$1"'))).toEqual({
    id: "1234567890123456781",
    price: "0.10",
    count: 3,
  });
});
