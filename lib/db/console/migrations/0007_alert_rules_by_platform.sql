ALTER TABLE "console"."alert_pace" ADD COLUMN "tells_recovery" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- by hand (in the place of what is generated for alert_rule): rules that were set belong to the platform that was read last
ALTER TABLE "console"."alert_rule" ADD COLUMN "key_print" text;--> statement-breakpoint
UPDATE "console"."alert_rule" SET "key_print" = coalesce((SELECT "key_print" FROM "console"."collector_task" ORDER BY "at" DESC LIMIT 1), '');--> statement-breakpoint
ALTER TABLE "console"."alert_rule" ALTER COLUMN "key_print" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."alert_rule" DROP CONSTRAINT "alert_rule_pkey";--> statement-breakpoint
ALTER TABLE "console"."alert_rule" ADD CONSTRAINT "alert_rule_key_print_rule_pk" PRIMARY KEY("key_print","rule");
