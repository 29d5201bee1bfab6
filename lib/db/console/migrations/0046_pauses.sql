CREATE TABLE "console"."calling_hours" (
	"key_print" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"zone" text NOT NULL,
	"days" jsonb NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"campaigns" jsonb,
	"by" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	"found" jsonb
);
--> statement-breakpoint
ALTER TABLE "console"."planned_action" ALTER COLUMN "person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."alert_rule" ADD COLUMN "is_pausing" boolean;--> statement-breakpoint
ALTER TABLE "console"."alert_rule" ADD COLUMN "pause_limit" jsonb;--> statement-breakpoint
ALTER TABLE "console"."alert_rule" ADD COLUMN "pause_campaigns" jsonb;--> statement-breakpoint
ALTER TABLE "console"."alert_rule" ADD COLUMN "pause_changed_by" text;--> statement-breakpoint
ALTER TABLE "console"."alert_rule" ADD COLUMN "pause_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."alert_rule" ADD COLUMN "pause_found" jsonb;--> statement-breakpoint
ALTER TABLE "console"."planned_action" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "console"."planned_action" ADD COLUMN "because" text;--> statement-breakpoint
ALTER TABLE "console"."planned_action" ADD COLUMN "cleared_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."planned_action" ADD COLUMN "rested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."planned_action" ADD COLUMN "restarted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "planned_action_in_force" ON "console"."planned_action" USING btree ("key_print","cause","campaign_id") WHERE cause is not null and cleared_at is null;--> statement-breakpoint
-- Guard rails become options of alert rules. Both limits stay as set.
INSERT INTO "console"."alert_rule" ("key_print", "rule", "is_on", "is_pausing", "pause_limit", "pause_campaigns", "pause_changed_by", "pause_changed_at")
SELECT "key_print", "rules"."rule", CASE WHEN "rules"."rule" = 'calls_failing' AND "is_on" THEN true END,
  "is_on", "limit" - 'zone' - 'days' - 'from' - 'to', nullif("campaigns", 'null'), "changed_by", "changed_at"
FROM "console"."guard_rail"
JOIN (VALUES ('balance', 'balance_low'), ('deliveries', 'deliveries_share'), ('failed_calls', 'calls_failing')) AS "rules" ("rail", "rule")
  ON "rules"."rail" = "guard_rail"."guard_rail"
ON CONFLICT ("key_print", "rule") DO UPDATE SET "is_pausing" = excluded."is_pausing", "pause_limit" = excluded."pause_limit",
  "pause_campaigns" = excluded."pause_campaigns", "pause_changed_by" = excluded."pause_changed_by", "pause_changed_at" = excluded."pause_changed_at";--> statement-breakpoint
-- The guard rail for calling hours becomes the hours for all campaigns.
INSERT INTO "console"."calling_hours" ("key_print", "is_on", "zone", "days", "from", "to", "campaigns", "by", "set_at")
SELECT "key_print", "is_on", coalesce("limit" ->> 'zone', 'UTC'), coalesce("limit" -> 'days', '[1, 2, 3, 4, 5]'),
  coalesce("limit" ->> 'from', '09:00'), coalesce("limit" ->> 'to', '20:00'), nullif("campaigns", 'null'), "changed_by", "changed_at"
FROM "console"."guard_rail" WHERE "guard_rail" = 'calling_hours';--> statement-breakpoint
-- Pauses in force stay so, and those being sent keep their request ID.
INSERT INTO "console"."planned_action" ("id", "key_print", "campaign_id", "action", "at", "local", "zone", "by", "planned_at", "state",
  "next_attempt_at", "attempts", "status", "message", "ended_at", "cause", "because", "rested_at", "restarted_at")
SELECT "request_id", "key_print", "campaign_id", 'pause', "at", to_char("at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI'), 'UTC', "causes"."by", "at",
  CASE WHEN "next_attempt_at" IS NOT NULL THEN CASE WHEN "attempts" = 0 THEN 'planned' ELSE 'sending' END
    WHEN "outcome" = 'ok' THEN 'done' ELSE coalesce("outcome", 'unknown') END,
  "next_attempt_at", "attempts", "status", "message", CASE WHEN "next_attempt_at" IS NULL THEN "at" END,
  "causes"."cause", "because", "rested_at", "restarted_at"
FROM "console"."guard_rail_pause"
JOIN (VALUES ('balance', 'balance_low', 'Alert rule: Credit runs low'), ('deliveries', 'deliveries_share', 'Alert rule: Too many deliveries fail'),
  ('failed_calls', 'calls_failing', 'Alert rule: Calls of a campaign fail'), ('calling_hours', 'calling_hours', 'Calling hours for all campaigns')) AS "causes" ("rail", "cause", "by")
  ON "causes"."rail" = "guard_rail_pause"."guard_rail";
