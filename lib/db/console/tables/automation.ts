import { isNotNull } from "drizzle-orm";
import { boolean, index, integer, jsonb, primaryKey, text } from "drizzle-orm/pg-core";
import { auditOutcomes } from "@/lib/contract/console/audit";
import { type GuardRail, type GuardRailLimit, guardRailIds } from "@/lib/contract/console/automation/guard-rails";
import { type Plannable, plannable, plannedStates } from "@/lib/contract/console/automation/planned";
import { consoleSchema, moment } from "./schema";

const accountId = text("key_print").notNull();
const guardRail = text("guard_rail", { enum: guardRailIds }).notNull();

/** Settings of a guard rail. One that was never changed has no row and is off. */
export const guardRailTable = consoleSchema.table(
  "guard_rail",
  {
    accountId,
    guardRail,
    isOn: boolean("is_on").notNull(),
    limit: jsonb("limit").$type<Partial<GuardRailLimit>>().notNull(),
    campaigns: jsonb("campaigns").$type<string[] | null>(),
    changedBy: text("changed_by").notNull(),
    changedAt: moment("changed_at").notNull(),
    lastActedAt: moment("last_acted_at"),
    found: jsonb("found").$type<GuardRail["found"]>(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.guardRail] })],
);

/**
 * A campaign that a guard rail paused. The row is added before the pause is sent, so that the campaign is paused once. It is
 * removed when the cause is gone.
 */
export const guardRailPauseTable = consoleSchema.table(
  "guard_rail_pause",
  {
    accountId,
    guardRail,
    campaignId: text("campaign_id").notNull(),
    at: moment("at").notNull(),
    /** Also the request ID of its send in the audit log. A repeated pause gets a new one. */
    id: text("request_id").notNull(),
    because: text("because"),
    nextAttemptAt: moment("next_attempt_at"),
    attempts: integer("attempts").notNull().default(0),
    /** Null until the send has ended. */
    outcome: text("outcome", { enum: auditOutcomes }),
    status: integer("status"),
    message: text("message"),
    /** First read after the pause that showed no calls, and first read after that which showed it running again. */
    restedAt: moment("rested_at"),
    restartedAt: moment("restarted_at"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.guardRail, table.campaignId] })],
);

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
    /** The last person who planned or changed it. It is sent on their authority. */
    personId: text("person_id").notNull(),
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
  },
  (table) => [
    index("planned_action_state_at").on(table.accountId, table.state, table.at),
    index("planned_action_next_attempt").on(table.nextAttemptAt).where(isNotNull(table.nextAttemptAt)),
    index("planned_action_campaign").on(table.accountId, table.campaignId, table.at),
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
