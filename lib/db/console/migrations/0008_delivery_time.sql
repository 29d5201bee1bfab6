-- by hand: the order, and all about the trigger and the counts, which are made again with whether a time of delivery was sent
DROP INDEX "console"."delivery_at";--> statement-breakpoint
TRUNCATE "console"."delivery_count";--> statement-breakpoint
ALTER TABLE "console"."delivery_count" DROP CONSTRAINT "delivery_count_key_print_step_webhook_id_status_event_attempts_pk";--> statement-breakpoint
ALTER TABLE "console"."delivery_count" ADD COLUMN "is_timed" boolean NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."delivery_count" ADD CONSTRAINT "delivery_count_key_print_step_webhook_id_status_event_attempts_is_timed_pk" PRIMARY KEY("key_print","step","webhook_id","status","event","attempts","is_timed");--> statement-breakpoint
CREATE INDEX "delivery_at" ON "console"."delivery" USING btree ("key_print","at" DESC NULLS FIRST,"key","webhook_id","status","event","attempts","delivered_at");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "console"."count_deliveries"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended('console.delivery_count', 0));
	EXECUTE format($sql$
		INSERT INTO "console"."delivery_count" AS c ("key_print", "step", "webhook_id", "status", "event", "attempts", "is_timed", "n")
		SELECT key_print, date_bin('15 minutes', at, 'epoch') AS step, webhook_id, coalesce(status, '') AS status,
			coalesce(event, '') AS event, coalesce(attempts, -1) AS attempts, delivered_at IS NOT NULL AS is_timed, sum(sign)
		FROM (%s) AS moved GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(sign) <> 0
		ON CONFLICT ("key_print", "step", "webhook_id", "status", "event", "attempts", "is_timed") DO UPDATE SET "n" = c."n" + excluded."n"
	$sql$, CASE TG_OP
		WHEN 'INSERT' THEN 'SELECT *, 1 AS sign FROM added'
		WHEN 'DELETE' THEN 'SELECT *, -1 AS sign FROM removed'
		ELSE 'SELECT *, 1 AS sign FROM added UNION ALL SELECT *, -1 FROM removed'
	END);
	DELETE FROM "console"."delivery_count" WHERE "n" = 0;
	RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO "console"."delivery_count" ("key_print", "step", "webhook_id", "status", "event", "attempts", "is_timed", "n")
SELECT key_print, date_bin('15 minutes', at, 'epoch'), webhook_id, coalesce(status, ''), coalesce(event, ''), coalesce(attempts, -1), delivered_at IS NOT NULL, count(*)
FROM "console"."delivery" GROUP BY 1, 2, 3, 4, 5, 6, 7;
