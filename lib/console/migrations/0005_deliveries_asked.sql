CREATE TABLE "console"."delivery_count" (
	"key_print" text NOT NULL,
	"step" timestamp (3) with time zone NOT NULL,
	"webhook_id" text NOT NULL,
	"status" text NOT NULL,
	"event" text NOT NULL,
	"attempts" integer NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "delivery_count_key_print_step_webhook_id_status_event_attempts_pk" PRIMARY KEY("key_print","step","webhook_id","status","event","attempts")
);
--> statement-breakpoint
DROP INDEX "console"."delivery_status_at";--> statement-breakpoint
DROP INDEX "console"."delivery_at";--> statement-breakpoint
DROP INDEX "console"."delivery_webhook_at";--> statement-breakpoint
ALTER TABLE "console"."delivery" ADD COLUMN "read_in" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."record_version" ADD COLUMN "gone_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "delivery_count_webhook" ON "console"."delivery_count" USING btree ("key_print","webhook_id","status","step");--> statement-breakpoint
CREATE INDEX "delivery_count_event" ON "console"."delivery_count" USING btree ("key_print","event");--> statement-breakpoint
CREATE INDEX "delivery_count_none" ON "console"."delivery_count" USING btree ("key_print") WHERE "console"."delivery_count"."n" = 0;--> statement-breakpoint
CREATE INDEX "delivery_here" ON "console"."delivery" USING btree ("key_print","webhook_id","key") WHERE "console"."delivery"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "delivery_at" ON "console"."delivery" USING btree ("key_print","at" DESC NULLS FIRST,"key","webhook_id","status","event","attempts");--> statement-breakpoint
CREATE INDEX "delivery_webhook_at" ON "console"."delivery" USING btree ("key_print","webhook_id","at" DESC NULLS FIRST,"key");--> statement-breakpoint
-- by hand
-- Keeps console.delivery_count true at whatever happens to console.delivery, one writer at a time.
CREATE FUNCTION "console"."count_deliveries"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended('console.delivery_count', 0));
	EXECUTE format($sql$
		INSERT INTO "console"."delivery_count" AS c ("key_print", "step", "webhook_id", "status", "event", "attempts", "n")
		SELECT key_print, date_bin('15 minutes', at, 'epoch') AS step, webhook_id, coalesce(status, '') AS status,
			coalesce(event, '') AS event, coalesce(attempts, -1) AS attempts, sum(sign)
		FROM (%s) AS moved GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(sign) <> 0
		ON CONFLICT ("key_print", "step", "webhook_id", "status", "event", "attempts") DO UPDATE SET "n" = c."n" + excluded."n"
	$sql$, CASE TG_OP
		WHEN 'INSERT' THEN 'SELECT *, 1 AS sign FROM added'
		WHEN 'DELETE' THEN 'SELECT *, -1 AS sign FROM removed'
		ELSE 'SELECT *, 1 AS sign FROM added UNION ALL SELECT *, -1 FROM removed'
	END);
	DELETE FROM "console"."delivery_count" WHERE "n" = 0;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "delivery_counted_on_insert" AFTER INSERT ON "console"."delivery"
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "console"."count_deliveries"();--> statement-breakpoint
CREATE TRIGGER "delivery_counted_on_update" AFTER UPDATE ON "console"."delivery"
REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "console"."count_deliveries"();--> statement-breakpoint
CREATE TRIGGER "delivery_counted_on_delete" AFTER DELETE ON "console"."delivery"
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "console"."count_deliveries"();--> statement-breakpoint
INSERT INTO "console"."delivery_count" ("key_print", "step", "webhook_id", "status", "event", "attempts", "n")
SELECT key_print, date_bin('15 minutes', at, 'epoch'), webhook_id, coalesce(status, ''), coalesce(event, ''), coalesce(attempts, -1), count(*)
FROM "console"."delivery" GROUP BY 1, 2, 3, 4, 5, 6;
--> statement-breakpoint
-- Parts of IDs are found by their three letters where the database has the extension or may have it; elsewhere each ID is looked at.
DO $$
BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	CREATE INDEX "delivery_key_part" ON "console"."delivery" USING gin ("key" gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
	NULL;
END $$;
