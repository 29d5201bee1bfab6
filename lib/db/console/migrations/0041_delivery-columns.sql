-- by hand: all but the indexes and the columns of hook_event. The fields of delivery_kind become columns, in a new table, so that the old one gives its space
-- back. A status that says "delivered" becomes an outcome: by the meanings of admins, else by the usual words of this version.
DROP VIEW "console"."delivery_entry";--> statement-breakpoint
ALTER TABLE "console"."delivery" RENAME TO "delivery_before";--> statement-breakpoint
CREATE TABLE "console"."delivery" (
	"key_print" text NOT NULL,
	"key" text NOT NULL,
	"webhook_id" text NOT NULL,
	"event" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer NOT NULL,
	"outcome" text NOT NULL,
	"late" integer NOT NULL,
	"arrivals_here" integer,
	"arrived_here_at" timestamp (3) with time zone,
	"paired_by" text,
	"cell" bigint GENERATED ALWAYS AS (hashtextextended(webhook_id || chr(31) || event || chr(31) || status || chr(31) || attempts || chr(31) || outcome || chr(31) || late, 0)) STORED NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"at" timestamp (3) with time zone,
	"begins_at" timestamp (3) with time zone,
	"last_at" timestamp (3) with time zone NOT NULL,
	"raw" jsonb NOT NULL,
	"read_in" text DEFAULT '' NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"not_seen_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"outcome_at" timestamp (3) with time zone NOT NULL,
	"gone_at" timestamp (3) with time zone
);
--> statement-breakpoint
WITH "words" AS (
	SELECT "word", "lamp" AS "tone" FROM "console"."reading" WHERE "resource" = 'webhook-logs' AND "field" = 'status' AND "word" <> 'delivered'
), "delivered" AS (
	SELECT "word" FROM "words" WHERE "tone" IN ('ok', 'done')
	UNION SELECT 'delivered'
	UNION SELECT "spelling" FROM unnest(string_to_array('active published delivered success succeeded successful ok synced completed ended', ' ')) AS "usual" ("word"),
		unnest(ARRAY["usual"."word", upper("usual"."word"), initcap("usual"."word")]) AS "spellings" ("spelling")
	WHERE NOT EXISTS (SELECT FROM "words" WHERE "words"."word" = "spelling")
), "kind" AS (
	SELECT k."id", k."attempts", k."late",
		CASE WHEN octet_length(k."webhook_id") > 400 THEN left(k."webhook_id", 100) ELSE k."webhook_id" END AS "webhook_id",
		CASE WHEN octet_length(k."event") > 400 THEN left(k."event", 100) ELSE k."event" END AS "event",
		CASE WHEN octet_length(k."status") > 400 THEN left(k."status", 100) ELSE k."status" END AS "status",
		CASE WHEN k."status" IN (SELECT "word" FROM "delivered") THEN 'arrived' ELSE k."standing" END AS "outcome"
	FROM "console"."delivery_kind" AS k
)
INSERT INTO "console"."delivery" ("key_print", "key", "webhook_id", "event", "status", "attempts", "outcome", "late", "delivered_at",
	"at", "begins_at", "last_at", "raw", "read_in", "first_seen_at", "not_seen_at", "changed_at", "outcome_at", "gone_at")
SELECT d."key_print", d."key", k."webhook_id", k."event", k."status", k."attempts", k."outcome", k."late", d."delivered_at",
	d."at", d."begins_at", d."last_at", d."raw", d."read_in", d."first_seen_at", d."not_seen_at", d."changed_at", d."standing_at", d."gone_at"
FROM "console"."delivery_before" AS d JOIN "kind" AS k ON k."id" = d."kind";--> statement-breakpoint
DROP TABLE "console"."delivery_before";--> statement-breakpoint
DROP TABLE "console"."delivery_kind";--> statement-breakpoint
ALTER TABLE "console"."delivery" ADD CONSTRAINT "delivery_key_print_key_pk" PRIMARY KEY ("key_print", "key");--> statement-breakpoint
CREATE INDEX "delivery_at" ON "console"."delivery" USING btree ("key_print","at" DESC NULLS LAST,"key","cell","arrivals_here","webhook_id","event","status","attempts","outcome","late");--> statement-breakpoint
CREATE INDEX "delivery_missed" ON "console"."delivery" USING btree ("key_print","at" DESC NULLS LAST,"key","cell","arrivals_here","webhook_id","event","status","attempts","outcome","late","last_at") WHERE "console"."delivery"."outcome" <> 'arrived';--> statement-breakpoint
CREATE INDEX "delivery_cell" ON "console"."delivery" USING btree ("key_print","cell");--> statement-breakpoint
CREATE INDEX "delivery_webhook" ON "console"."delivery" USING btree ("key_print","webhook_id","outcome","at" DESC NULLS LAST,"key");--> statement-breakpoint
CREATE INDEX "delivery_span" ON "console"."delivery" USING btree ("key_print","last_at","begins_at","at","key","cell","arrivals_here","webhook_id","event","status","attempts","outcome","late") WHERE "console"."delivery"."last_at" > "console"."delivery"."at" or "console"."delivery"."begins_at" < "console"."delivery"."at";--> statement-breakpoint
CREATE INDEX "delivery_changed" ON "console"."delivery" USING btree ("key_print","changed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "delivery_outcome" ON "console"."delivery" USING btree ("key_print","outcome_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "delivery_here" ON "console"."delivery" USING btree ("key_print","key") WHERE "console"."delivery"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "delivery_uncompared" ON "console"."delivery" USING btree ("key_print","at") WHERE "console"."delivery"."arrivals_here" = -1;--> statement-breakpoint
CREATE INDEX "delivery_gone" ON "console"."delivery" USING btree ("gone_at") WHERE "console"."delivery"."gone_at" is not null;--> statement-breakpoint
ALTER TABLE "console"."hook_event" ADD COLUMN "delivery_key" text;--> statement-breakpoint
ALTER TABLE "console"."hook_event" ADD COLUMN "paired_by" text;--> statement-breakpoint
ALTER TABLE "console"."hook_event" ADD COLUMN "is_compared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "hook_event_pair" ON "console"."hook_event" USING btree ("key_print","delivery_key") WHERE delivery_key is not null;--> statement-breakpoint
CREATE INDEX "hook_event_uncompared" ON "console"."hook_event" USING btree ("key_print","first_at") WHERE not is_compared;--> statement-breakpoint
ANALYZE "console"."delivery";
