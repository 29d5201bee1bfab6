import { index, text } from "drizzle-orm/pg-core";
import { consoleSchema, moment } from "./schema";

/** Fingerprints of the platform keys used so far, with their accounts. `account` is the fingerprint of its first key. */
export const accountKeyTable = consoleSchema.table(
  "account_key",
  {
    keyFingerprint: text("key_print").primaryKey(),
    account: text("account").notNull(),
    address: text("address").notNull(),
  },
  (table) => [index("account_key_address").on(table.address)],
);

/** The connection set in the browser: the current one as `now`, the previous one as `before`. A null address means the demo platform. */
export const connectionTable = consoleSchema.table("connection", {
  slot: text("slot", { enum: ["now", "before"] }).primaryKey(),
  baseUrl: text("base_url"),
  sealed: text("sealed"),
  setBy: text("set_by").notNull(),
  setAt: moment("set_at").notNull(),
});
