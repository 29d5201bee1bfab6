import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, text } from "drizzle-orm/pg-core";
import { consoleSchema, moment } from "./schema";

/** Starts and ends of actions, one row each. Triggers refuse changes. `mac` chains each row to the previous one. */
export const auditTable = consoleSchema.table(
  "audit_event",
  {
    id: bigint("id", { mode: "number" }).primaryKey(),
    entry: text("entry").notNull(),
    kind: text("kind", { enum: ["begun", "finished"] }).notNull(),
    at: moment("at").notNull(),
    actorId: text("actor_id"),
    actorName: text("actor_name"),
    actorEmail: text("actor_email"),
    role: text("role"),
    action: text("action"),
    target: text("target"),
    request: text("request"),
    requestId: text("request_id"),
    address: text("address"),
    outcome: text("outcome", { enum: ["ok", "refused", "unknown"] }),
    status: integer("status"),
    message: text("message"),
    body: text("body"),
    /** JSON text instead of jsonb, because the chain covers the characters as written. */
    detail: text("detail"),
    mac: text("mac").notNull(),
  },
  (table) => [
    index("audit_event_entry").on(table.entry, table.kind),
    index("audit_event_action").on(table.action, table.id),
    index("audit_event_target").on(table.target, table.id),
    index("audit_event_actor").on(table.actorId, table.id),
    index("audit_event_request").on(table.requestId),
  ],
);

/**
 * The head of the audit chain, to which the next row is chained. It reveals a cut-off tail. `seal` is the MAC over the head. A
 * trigger lets it move forward only. IDs have no gaps, so `lastId` is also the number of rows.
 */
export const auditHeadTable = consoleSchema.table(
  "audit_head",
  {
    one: boolean("one").primaryKey().default(true),
    lastId: bigint("last_id", { mode: "number" }).notNull(),
    mac: text("mac").notNull(),
    seal: text("seal").notNull().default(""),
  },
  (table) => [check("audit_head_is_one_row", sql`${table.one}`)],
);

/** Earlier heads. `seal` is of another kind than the head's, so that a checkpoint cannot replace the head. */
export const auditCheckpointTable = consoleSchema.table("audit_checkpoint", {
  id: bigint("id", { mode: "number" }).primaryKey(),
  mac: text("mac").notNull(),
  at: moment("at").notNull(),
  seal: text("seal").notNull(),
});
