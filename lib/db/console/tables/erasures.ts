import { text } from "drizzle-orm/pg-core";
import { consoleSchema, moment } from "./schema";

/**
 * People who were erased, without their data. Each row is also a line of `erasures.jsonl` in DATA_DIR, so that a restored backup
 * does not bring them back.
 */
export const erasureTable = consoleSchema.table("erasure", {
  id: text("id").primaryKey(),
  kind: text("kind", { enum: ["number", "colleague"] }).notNull(),
  /** Keyed hashes of each form of a number; empty for a colleague. */
  hashes: text("hashes").array().notNull(),
  /** The number's hash in `list_number`, in hexadecimal; null for a colleague. */
  sent: text("sent"),
  /** ID of the colleague and the name that replaces theirs; null for a number. */
  personId: text("person_id"),
  pseudonym: text("pseudonym"),
  at: moment("at").notNull(),
  reason: text("reason").notNull(),
  by: text("by").notNull(),
});
