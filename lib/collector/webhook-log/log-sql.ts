import { type SQL, sql } from "drizzle-orm";

export type Span = { fromMs: number | undefined; toMs: number | undefined };

export const textArray = (values: readonly (string | null)[]) => sql`${sql.param([...values])}::text[]`;
export const numberArray = (values: readonly number[]) => sql`${sql.param([...values])}::int[]`;
export const timeArray = (times: readonly (number | null)[]) =>
  sql`${sql.param(times.map((ms) => (ms === null ? null : new Date(ms).toISOString())))}::timestamptz[]`;

// As a number, because PostgreSQL does not parse year 0 or signed years.
export const timestampOf = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`;

/** Milliseconds since 1970, as a float. */
export const epochMs = (time: SQL) => sql`(extract(epoch from ${time}) * 1000)::float8`;

export const isoOf = (ms: number | null | undefined) =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString();

/** All conditions joined by `and`. Ignores undefined ones. */
export const allOf = (...all: (SQL | undefined)[]) => {
  const set = all.filter((condition) => condition !== undefined);
  return set.length > 0 ? sql`(${sql.join(set, sql` and `)})` : sql`true`;
};
