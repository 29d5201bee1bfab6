import { sql } from "drizzle-orm";
import { customType, pgSchema, text } from "drizzle-orm/pg-core";

export const platform = pgSchema("platform");

/** A moment that reads and writes as the API sends it: ISO 8601 in UTC, to the millisecond. */
export const moment = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp (3) with time zone",
  fromDriver: (value) => new Date(value).toISOString(),
});

export const id = () => text().primaryKey().default(sql`gen_random_uuid()::text`);
export const now = sql`now()`;
export const created_at = () => moment().notNull().default(now);
export const updated_at = () => moment().notNull().default(now);
