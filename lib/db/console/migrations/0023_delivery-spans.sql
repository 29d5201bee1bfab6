-- by hand: the counts and their triggers go, and earlier deliveries get their spans and kinds
CREATE TABLE "console"."delivery_kind" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."delivery_kind_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key_print" text NOT NULL,
	"webhook_id" text NOT NULL,
	"event" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer NOT NULL,
	"standing" text NOT NULL,
	"late" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."delivery_wait" (
	"key_print" text NOT NULL,
	"webhook_id" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer NOT NULL,
	"times" integer NOT NULL,
	"longest_ms" bigint NOT NULL,
	CONSTRAINT "delivery_wait_key_print_webhook_id_status_attempts_pk" PRIMARY KEY("key_print","webhook_id","status","attempts")
);
--> statement-breakpoint
CREATE TABLE "console"."watched" (
	"key_print" text NOT NULL,
	"webhook_id" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"every_ms" integer NOT NULL,
	"ended_by" text,
	CONSTRAINT "watched_key_print_webhook_id_from_at_pk" PRIMARY KEY("key_print","webhook_id","from_at")
);
--> statement-breakpoint
DROP TRIGGER "delivery_counted_on_insert" ON "console"."delivery";--> statement-breakpoint
DROP TRIGGER "delivery_counted_on_update" ON "console"."delivery";--> statement-breakpoint
DROP TRIGGER "delivery_counted_on_delete" ON "console"."delivery";--> statement-breakpoint
DROP FUNCTION "console"."count_deliveries"();--> statement-breakpoint
DROP TABLE "console"."delivery_count";--> statement-breakpoint
DROP INDEX "console"."delivery_webhook_at";--> statement-breakpoint
DROP INDEX "console"."delivery_first";--> statement-breakpoint
DROP INDEX "console"."delivery_at";--> statement-breakpoint
DROP INDEX "console"."delivery_here";--> statement-breakpoint
ALTER TABLE "console"."delivery" ALTER COLUMN "at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."delivery" ADD COLUMN "kind" integer;--> statement-breakpoint
ALTER TABLE "console"."delivery" ADD COLUMN "begins_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."delivery" ADD COLUMN "last_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."delivery" ADD COLUMN "standing_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "console"."delivery" AS d SET
	"at" = CASE WHEN d.at = 'epoch' THEN NULL
		WHEN d.delivered_at > d.first_seen_at AND (d.not_seen_at IS NOT NULL OR d.changed_at > d.first_seen_at) THEN d.first_seen_at ELSE d.at END,
	"last_at" = coalesce(greatest(d.delivered_at, d.first_seen_at), (
		SELECT max(c.seen_at) FROM "console"."delivery_change" AS c
		WHERE c.key_print = d.key_print AND c.key = d.key AND c.field IN ('status', 'attempts')), d.first_seen_at),
	"standing_at" = d.changed_at;--> statement-breakpoint
UPDATE "console"."delivery" AS d SET
	"begins_at" = CASE WHEN d.at IS NULL OR (d.delivered_at <= d.at AND coalesce(d.attempts, 1) <= 1) THEN d.at
		ELSE least(d.at, coalesce(d.not_seen_at, d.at)) END,
	"last_at" = coalesce(greatest(d.delivered_at, d.at), d.last_at);--> statement-breakpoint
CREATE TEMPORARY TABLE delivery_late ON COMMIT DROP AS
SELECT d.key_print, d.key, CASE WHEN d.delivered_at IS NULL THEN -1 ELSE (
	SELECT max(minutes) FROM unnest(ARRAY[0, 1, 5, 15, 60, 360, 1440]) AS limits (minutes)
	WHERE minutes = 0 OR d.delivered_at >= d.at + make_interval(mins => minutes)) END AS late FROM "console"."delivery" AS d;--> statement-breakpoint
INSERT INTO "console"."delivery_kind" ("key_print", "webhook_id", "event", "status", "attempts", "standing", "late")
SELECT DISTINCT d.key_print, d.webhook_id, coalesce(d.event, ''), coalesce(d.status, ''), coalesce(d.attempts, -1), 'unknown', l.late
FROM "console"."delivery" AS d JOIN delivery_late AS l USING (key_print, key);--> statement-breakpoint
UPDATE "console"."delivery" AS d SET "kind" = k.id
FROM delivery_late AS l, "console"."delivery_kind" AS k
WHERE l.key_print = d.key_print AND l.key = d.key AND k.key_print = d.key_print AND k.webhook_id = d.webhook_id
	AND k.event = coalesce(d.event, '') AND k.status = coalesce(d.status, '') AND k.attempts = coalesce(d.attempts, -1) AND k.late = l.late;--> statement-breakpoint
INSERT INTO "console"."delivery_wait" ("key_print", "webhook_id", "status", "attempts", "times", "longest_ms")
SELECT key_print, webhook_id, status, before, count(*), max(ms) FROM (
	SELECT d.key_print, d.webhook_id, c.before::int AS before, c.after::int AS after, coalesce((
			SELECT s.before FROM "console"."delivery_change" AS s
			WHERE s.key_print = c.key_print AND s.key = c.key AND s.field = 'status' AND s.seen_at >= c.seen_at ORDER BY s.seen_at, s.id LIMIT 1
		), d.status, '') AS status,
		extract(epoch from c.seen_at - coalesce(
			lag(c.seen_at) OVER (PARTITION BY c.key_print, c.key ORDER BY c.seen_at, c.id), d.first_seen_at))::bigint * 1000 AS ms
	FROM "console"."delivery_change" AS c JOIN "console"."delivery" AS d USING (key_print, key)
	WHERE c.field = 'attempts' AND c.before ~ '^[0-9]{1,9}$' AND c.after ~ '^[0-9]{1,9}$'
) AS step WHERE after = before + 1 AND ms > 0 GROUP BY 1, 2, 3, 4;--> statement-breakpoint
INSERT INTO "console"."watched" ("key_print", "webhook_id", "from_at", "to_at", "every_ms")
SELECT t.key_print, '', coalesce(
	(SELECT min(first_seen_at) FROM "console"."delivery" AS d WHERE d.key_print = t.key_print AND not_seen_at IS NULL),
	(SELECT min(not_seen_at) FROM "console"."delivery" AS d WHERE d.key_print = t.key_print), max(t.ok_at)), max(t.ok_at), 60000
FROM "console"."collector_task" AS t
WHERE (t.task = 'webhooks.logs' OR t.task LIKE 'webhooks.logs %') AND t.ok_at IS NOT NULL GROUP BY t.key_print;--> statement-breakpoint
ALTER TABLE "console"."delivery" ALTER COLUMN "kind" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."delivery" ALTER COLUMN "last_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."delivery" ALTER COLUMN "standing_at" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_kind_unique" ON "console"."delivery_kind" USING btree ("key_print","webhook_id","event","status","attempts","standing","late");--> statement-breakpoint
CREATE INDEX "delivery_kind_at" ON "console"."delivery" USING btree ("key_print","kind","at" DESC NULLS LAST,"key");--> statement-breakpoint
CREATE INDEX "delivery_span" ON "console"."delivery" USING btree ("key_print","last_at","begins_at","at","kind","key") WHERE "console"."delivery"."last_at" > "console"."delivery"."at" or "console"."delivery"."begins_at" < "console"."delivery"."at";--> statement-breakpoint
CREATE INDEX "delivery_standing" ON "console"."delivery" USING btree ("key_print","standing_at" DESC NULLS LAST,"kind");--> statement-breakpoint
CREATE INDEX "delivery_at" ON "console"."delivery" USING btree ("key_print","at" DESC NULLS LAST,"key","kind");--> statement-breakpoint
CREATE INDEX "delivery_here" ON "console"."delivery" USING btree ("key_print","key") WHERE "console"."delivery"."gone_at" is null;--> statement-breakpoint
ALTER TABLE "console"."delivery" DROP COLUMN "webhook_id";--> statement-breakpoint
ALTER TABLE "console"."delivery" DROP COLUMN "event";--> statement-breakpoint
ALTER TABLE "console"."delivery" DROP COLUMN "status";--> statement-breakpoint
ALTER TABLE "console"."delivery" DROP COLUMN "attempts";--> statement-breakpoint
CREATE VIEW "console"."delivery_entry" AS (select "console"."delivery"."key_print", "console"."delivery"."key", "console"."delivery"."kind", "console"."delivery_kind"."webhook_id", nullif("console"."delivery_kind"."event", '') as "event", nullif("console"."delivery_kind"."status", '') as "status", nullif("console"."delivery_kind"."attempts", -1) as "attempts", "console"."delivery_kind"."standing", "console"."delivery_kind"."late", "console"."delivery"."delivered_at", "console"."delivery"."at", "console"."delivery"."begins_at", "console"."delivery"."last_at", "console"."delivery"."raw", "console"."delivery"."read_in", "console"."delivery"."first_seen_at", "console"."delivery"."not_seen_at", "console"."delivery"."changed_at", "console"."delivery"."standing_at", "console"."delivery"."gone_at" from "console"."delivery" inner join "console"."delivery_kind" on "console"."delivery_kind"."id" = "console"."delivery"."kind");