ALTER TABLE "console"."guard_rail_pause" ADD COLUMN "because" text;--> statement-breakpoint
ALTER TABLE "console"."guard_rail_pause" ADD COLUMN "next_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."guard_rail_pause" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."guard_rail_pause" ADD COLUMN "status" integer;--> statement-breakpoint
ALTER TABLE "console"."planned_action" ADD COLUMN "next_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."planned_action" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "planned_action_next_attempt" ON "console"."planned_action" USING btree ("next_attempt_at") WHERE "console"."planned_action"."next_attempt_at" is not null;--> statement-breakpoint
-- by hand: the updates. A send that was interrupted by the upgrade is settled from the audit log after its lease
UPDATE "console"."planned_action" SET "next_attempt_at" = "at" WHERE "state" = 'planned';--> statement-breakpoint
UPDATE "console"."planned_action" SET "attempts" = 1, "next_attempt_at" = "sending_at" + interval '5 minutes' WHERE "state" = 'sending';--> statement-breakpoint
UPDATE "console"."planned_action" SET "id" = "request_id" WHERE "request_id" IS NOT NULL;--> statement-breakpoint
UPDATE "console"."guard_rail_pause" SET "attempts" = 1, "next_attempt_at" = "at" + interval '5 minutes' WHERE "outcome" IS NULL;--> statement-breakpoint
ALTER TABLE "console"."planned_action" DROP COLUMN "request_id";--> statement-breakpoint
ALTER TABLE "console"."planned_action" DROP COLUMN "sending_at";