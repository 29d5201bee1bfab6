import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { consoleSchema, moment } from "@/lib/console/tables";
import { alertTones, audiences, recipientKinds, ruleIds } from "@/lib/contract/console/alert-rules";

/**
 * Something that calls for a person. It lives until its cause is gone (`clearedAt`), also where a person resolved it before
 * that, so that one cause is reported once. `print` changes when there is more to say.
 */
export const alertTable = consoleSchema.table(
  "alert",
  {
    id: text("id").primaryKey(),
    keyPrint: text("key_print").notNull(),
    rule: text("rule", { enum: ruleIds }).notNull(),
    ref: text("ref").notNull(),
    state: text("state", { enum: ["open", "acknowledged", "resolved"] }).notNull(),
    tone: text("tone", { enum: alertTones }).notNull(),
    subject: text("subject").notNull(),
    isPhone: boolean("is_phone").notNull(),
    message: text("message").notNull(),
    why: text("why").notNull(),
    href: text("href").notNull(),
    link: text("link").notNull(),
    print: text("print").notNull(),
    since: moment("since").notNull(),
    lastAt: moment("last_at").notNull(),
    /** Since when its cause was not found any more. */
    clearSince: moment("clear_since"),
    clearedAt: moment("cleared_at"),
    notifiedAt: moment("told_at"),
    ownerId: text("owner_id"),
    owner: text("owner"),
    resolvedAt: moment("resolved_at"),
    resolvedBy: text("resolved_by"),
  },
  (table) => [
    uniqueIndex("alert_live").on(table.keyPrint, table.rule, table.ref).where(sql`cleared_at is null`),
    index("alert_last").on(table.keyPrint, table.rule, table.since.desc()),
  ],
);

/** A person who does not want to see an alert for now; `personId` is empty for everyone. Without `until`, until `print` changes. */
export const alertSnoozeTable = consoleSchema.table(
  "alert_snooze",
  {
    alertId: text("alert_id")
      .notNull()
      .references(() => alertTable.id, { onDelete: "cascade" }),
    personId: text("person_id").notNull(),
    by: text("by").notNull(),
    reason: text("reason"),
    until: moment("until"),
    print: text("print").notNull(),
  },
  (table) => [primaryKey({ columns: [table.alertId, table.personId] })],
);

/** What an admin changed of a rule for one platform. What is null is as it came. */
export const alertRuleTable = consoleSchema.table(
  "alert_rule",
  {
    keyPrint: text("key_print").notNull(),
    rule: text("rule", { enum: ruleIds }).notNull(),
    isOn: boolean("is_on"),
    limit: text("limit"),
    audience: text("audience", { enum: audiences }),
    isAlways: boolean("is_always"),
  },
  (table) => [primaryKey({ columns: [table.keyPrint, table.rule] })],
);

/** The one row of when nothing is sent, and how many minutes lie between two messages. */
export const alertPaceTable = consoleSchema.table(
  "alert_pace",
  {
    one: boolean("one").primaryKey().default(true),
    isQuiet: boolean("is_quiet").notNull(),
    from: text("from").notNull(),
    to: text("to").notNull(),
    zone: text("zone").notNull(),
    hasWeekends: boolean("has_weekends").notNull(),
    digestMinutes: integer("digest_minutes").notNull(),
    /** Whether who was notified of a problem is notified of its recovery. */
    notifiesRecovery: boolean("tells_recovery").notNull().default(true),
  },
  (table) => [check("alert_pace_is_one_row", sql`${table.one}`)],
);

/** Where alerts are sent beside the people of the team. `sealed` holds the address and what its messages are signed with. */
export const alertRecipientTable = consoleSchema.table("alert_recipient", {
  id: text("id").primaryKey(),
  kind: text("kind", { enum: recipientKinds }).notNull(),
  name: text("name").notNull(),
  sealed: text("sealed").notNull(),
  addedBy: text("added_by").notNull(),
  addedAt: moment("added_at").notNull(),
});

/** `until` where the problem is over by then; `isEvent` where something happened that nobody has to do anything about. */
export type MessageItem = {
  alertId: string;
  title: string;
  why: string;
  href: string;
  rule: string;
  since: string;
  until?: string;
  isEvent?: boolean;
};

/** The queue of messages, each to one recipient. `recipient` is `person <id>` for a person of the team. */
export const alertMessageTable = consoleSchema.table(
  "alert_message",
  {
    id: text("id").primaryKey(),
    keyPrint: text("key_print").notNull(),
    recipient: text("recipient").notNull(),
    kind: text("kind", { enum: recipientKinds }).notNull(),
    to: text("to").notNull(),
    items: jsonb("items").$type<MessageItem[]>().notNull(),
    state: text("state", { enum: ["waiting", "sending", "sent", "failed", "dropped"] }).notNull(),
    /** Quiet hours hold it: what is over by their end is not sent. */
    isHeld: boolean("is_held").notNull(),
    createdAt: moment("created_at").notNull(),
    dueAt: moment("due_at").notNull(),
    /** Null when it is sent, failed or dropped. */
    nextAttemptAt: moment("next_attempt_at"),
    sentAt: moment("sent_at"),
    attempts: integer("tries").notNull().default(0),
    problem: text("problem"),
    /** Who asked for it, where it is a test. */
    testedBy: text("tested_by"),
  },
  (table) => [
    index("alert_message_recipient").on(table.recipient, table.state, table.dueAt),
    index("alert_message_created").on(table.keyPrint, table.createdAt.desc(), table.id),
    index("alert_message_next_attempt").on(table.nextAttemptAt).where(sql`${table.nextAttemptAt} is not null`),
  ],
);
