import { isNotNull, sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { type PauseSetting, pauseCauses } from "@/lib/contract/console/automation/pauses";
import { type Plannable, plannable, plannedStates } from "@/lib/contract/console/automation/planned";
import { consoleSchema, moment } from "./schema";

const accountId = text("key_print").notNull();

/** Actions that are sent without a press: planned by a person, by hours, or pauses that a rule or an admin's hours caused. */
export const plannedActionTable = consoleSchema.table(
  "planned_action",
  {
    /** Also the request ID of its send in the audit log. */
    id: text("id").primaryKey(),
    accountId,
    campaignId: text("campaign_id").notNull(),
    action: text("action", { enum: Object.keys(plannable) as [Plannable, ...Plannable[]] }).notNull(),
    at: moment("at").notNull(),
    local: text("local").notNull(),
    zone: text("zone").notNull(),
    /** The last person who planned or changed it. It is sent on their authority. Null for a pause with a cause. */
    personId: text("person_id"),
    by: text("by").notNull(),
    /** Created by the hours that are set for the campaign. */
    isByHours: boolean("is_by_hours").notNull().default(false),
    /** Pressed by a person, and sent in their name when the time to undo it is over. */
    isDelayed: boolean("is_delayed").notNull().default(false),
    /** Null if the number of people was unknown. */
    confirmedPeople: integer("confirmed_people"),
    plannedAt: moment("planned_at").notNull(),
    state: text("state", { enum: plannedStates }).notNull(),
    nextAttemptAt: moment("next_attempt_at"),
    attempts: integer("attempts").notNull().default(0),
    status: integer("status"),
    message: text("message"),
    endedAt: moment("ended_at"),
    /** Refused because blocked people wait and nobody has confirmed to call them. */
    isUnconfirmed: boolean("is_unconfirmed").notNull().default(false),
    /** Cause of an automatic pause. The row is in force until its cause is gone (`clearedAt`): one pause per cause. */
    cause: text("cause", { enum: pauseCauses }),
    because: text("because"),
    clearedAt: moment("cleared_at"),
    /** First read after the pause that showed no calls, and first read after that which showed it running again. */
    restedAt: moment("rested_at"),
    restartedAt: moment("restarted_at"),
  },
  (table) => [
    index("planned_action_state_at").on(table.accountId, table.state, table.at),
    index("planned_action_next_attempt").on(table.nextAttemptAt).where(isNotNull(table.nextAttemptAt)),
    index("planned_action_campaign").on(table.accountId, table.campaignId, table.at),
    uniqueIndex("planned_action_in_force")
      .on(table.accountId, table.cause, table.campaignId)
      .where(sql`cause is not null and cleared_at is null`),
  ],
);

/** Hours in which a campaign calls until they are switched off. Its next pause or resume is a `planned_action`. */
export const campaignHoursTable = consoleSchema.table(
  "campaign_hours",
  {
    accountId,
    campaignId: text("campaign_id").notNull(),
    zone: text("zone").notNull(),
    days: jsonb("days").$type<number[]>().notNull(),
    from: text("from").notNull(),
    to: text("to").notNull(),
    personId: text("person_id").notNull(),
    by: text("by").notNull(),
    setAt: moment("set_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.campaignId] })],
);

/** Hours in which an admin lets all or some campaigns call. A campaign outside them is paused once. */
export const callingHoursTable = consoleSchema.table("calling_hours", {
  accountId: text("key_print").primaryKey(),
  isOn: boolean("is_on").notNull(),
  zone: text("zone").notNull(),
  days: jsonb("days").$type<number[]>().notNull(),
  from: text("from").notNull(),
  to: text("to").notNull(),
  campaigns: jsonb("campaigns").$type<string[] | null>(),
  by: text("by").notNull(),
  setAt: moment("set_at").notNull(),
  found: jsonb("found").$type<PauseSetting["found"]>(),
});
