ALTER TABLE "console"."alert_recipient" ADD COLUMN "topics" text[];--> statement-breakpoint
-- Earlier versions called each gap without a noted reason a stop.
UPDATE "console"."watched" SET "ended_by" = 'unknown' WHERE "ended_by" = 'stopped';--> statement-breakpoint
-- New installations notify admins and support of deliveries. Others keep what they had.
INSERT INTO "console"."alert_rule" ("key_print", "rule", "audience")
SELECT "key_print", "rule", "audience" FROM (SELECT DISTINCT "key_print" FROM "console"."collector_task") AS "account"
CROSS JOIN (VALUES ('deliveries_failing', 'everyone'), ('deliveries_share', 'everyone'), ('deliveries_late', 'admins')) AS "usual" ("rule", "audience")
ON CONFLICT ("key_print", "rule") DO UPDATE SET "audience" = coalesce("alert_rule"."audience", excluded."audience");
