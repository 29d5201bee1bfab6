-- by hand: the rule on attempts becomes the one on lateness, with the settings that fit it
ALTER TABLE "console"."alert" ADD COLUMN "count" integer;--> statement-breakpoint
ALTER TABLE "console"."alert" ADD COLUMN "delivery_ids" text[];--> statement-breakpoint
ALTER TABLE "console"."alert" ADD COLUMN "record_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."alert" ADD COLUMN "cleared_as" text;--> statement-breakpoint
UPDATE "console"."alert" SET "cleared_at" = now(), "cleared_as" = 'merged', "state" = 'resolved', "resolved_at" = coalesce("resolved_at", now())
WHERE "rule" = 'delivery_attempts' AND "cleared_at" IS NULL;--> statement-breakpoint
UPDATE "console"."alert_rule" SET "rule" = 'deliveries_late', "limit" = NULL WHERE "rule" = 'delivery_attempts';
