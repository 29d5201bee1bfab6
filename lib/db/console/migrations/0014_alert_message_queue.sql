ALTER TABLE "console"."alert_message" ADD COLUMN "next_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "alert_message_next_attempt" ON "console"."alert_message" USING btree ("next_attempt_at") WHERE "console"."alert_message"."next_attempt_at" is not null;--> statement-breakpoint
UPDATE "console"."alert_message" SET "next_attempt_at" = "due_at" WHERE "state" IN ('waiting', 'sending');--> statement-breakpoint
DROP SCHEMA IF EXISTS "console_jobs" CASCADE;
