CREATE TABLE "console"."alert_message" (
	"id" text PRIMARY KEY NOT NULL,
	"key_print" text NOT NULL,
	"recipient" text NOT NULL,
	"kind" text NOT NULL,
	"to" text NOT NULL,
	"items" jsonb NOT NULL,
	"state" text NOT NULL,
	"is_held" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"tested_by" text
);
--> statement-breakpoint
CREATE TABLE "console"."alert_pace" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_quiet" boolean NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"zone" text NOT NULL,
	"has_weekends" boolean NOT NULL,
	"digest_minutes" integer NOT NULL,
	CONSTRAINT "alert_pace_is_one_row" CHECK ("console"."alert_pace"."one")
);
--> statement-breakpoint
CREATE TABLE "console"."alert_recipient" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"sealed" text NOT NULL,
	"added_by" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."alert_rule" (
	"rule" text PRIMARY KEY NOT NULL,
	"is_on" boolean,
	"limit" text,
	"audience" text,
	"is_always" boolean
);
--> statement-breakpoint
CREATE TABLE "console"."alert_snooze" (
	"alert_id" text NOT NULL,
	"person_id" text NOT NULL,
	"by" text NOT NULL,
	"reason" text,
	"until" timestamp (3) with time zone,
	"print" text NOT NULL,
	CONSTRAINT "alert_snooze_alert_id_person_id_pk" PRIMARY KEY("alert_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "console"."alert" (
	"id" text PRIMARY KEY NOT NULL,
	"key_print" text NOT NULL,
	"rule" text NOT NULL,
	"ref" text NOT NULL,
	"state" text NOT NULL,
	"tone" text NOT NULL,
	"subject" text NOT NULL,
	"is_phone" boolean NOT NULL,
	"message" text NOT NULL,
	"why" text NOT NULL,
	"href" text NOT NULL,
	"link" text NOT NULL,
	"print" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"clear_since" timestamp (3) with time zone,
	"cleared_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	"owner_id" text,
	"owner" text,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" text
);
--> statement-breakpoint
CREATE TABLE "console"."guard_rail_pause" (
	"key_print" text NOT NULL,
	"guard_rail" text NOT NULL,
	"campaign_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"request_id" text NOT NULL,
	"outcome" text,
	"message" text,
	"rested_at" timestamp (3) with time zone,
	"restarted_at" timestamp (3) with time zone,
	CONSTRAINT "guard_rail_pause_key_print_guard_rail_campaign_id_pk" PRIMARY KEY("key_print","guard_rail","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "console"."guard_rail" (
	"key_print" text NOT NULL,
	"guard_rail" text NOT NULL,
	"is_on" boolean NOT NULL,
	"limit" jsonb NOT NULL,
	"campaigns" jsonb,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"last_acted_at" timestamp (3) with time zone,
	"found" jsonb,
	CONSTRAINT "guard_rail_key_print_guard_rail_pk" PRIMARY KEY("key_print","guard_rail")
);
--> statement-breakpoint
CREATE TABLE "console"."planned_action" (
	"id" text PRIMARY KEY NOT NULL,
	"key_print" text NOT NULL,
	"campaign_id" text NOT NULL,
	"action" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"local" text NOT NULL,
	"zone" text NOT NULL,
	"person_id" text NOT NULL,
	"by" text NOT NULL,
	"planned_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"request_id" text,
	"sending_at" timestamp (3) with time zone,
	"status" integer,
	"message" text,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "console"."collector_setting" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."counter_meaning" (
	"key_print" text NOT NULL,
	"field" text NOT NULL,
	"counter" text,
	"set_by" text NOT NULL,
	CONSTRAINT "counter_meaning_key_print_field_pk" PRIMARY KEY("key_print","field")
);
--> statement-breakpoint
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
CREATE TABLE "console"."connection" (
	"slot" text PRIMARY KEY NOT NULL,
	"base_url" text,
	"sealed" text,
	"set_by" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."person_link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"is_self_asked" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "console"."delivery_status_at";--> statement-breakpoint
DROP INDEX "console"."delivery_at";--> statement-breakpoint
DROP INDEX "console"."delivery_webhook_at";--> statement-breakpoint
ALTER TABLE "console"."campaign_sample" ADD COLUMN "counts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."collector_task" ADD COLUMN "requests" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."collector_task" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."collector_task" ADD COLUMN "next_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."delivery" ADD COLUMN "read_in" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."record_version" ADD COLUMN "gone_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."saved_record" ADD COLUMN "not_found_times" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."saved_record" ADD COLUMN "named_by_resource" text;--> statement-breakpoint
ALTER TABLE "console"."saved_record" ADD COLUMN "named_by_ref" text;--> statement-breakpoint
ALTER TABLE "console"."alert_snooze" ADD CONSTRAINT "alert_snooze_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "console"."alert"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console"."person_link" ADD CONSTRAINT "person_link_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "console"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_message_recipient" ON "console"."alert_message" USING btree ("recipient","state","due_at");--> statement-breakpoint
CREATE INDEX "alert_message_created" ON "console"."alert_message" USING btree ("key_print","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_live" ON "console"."alert" USING btree ("key_print","rule","ref") WHERE cleared_at is null;--> statement-breakpoint
CREATE INDEX "alert_last" ON "console"."alert" USING btree ("key_print","rule","since" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "planned_action_state_at" ON "console"."planned_action" USING btree ("key_print","state","at");--> statement-breakpoint
CREATE INDEX "planned_action_campaign" ON "console"."planned_action" USING btree ("key_print","campaign_id","at");--> statement-breakpoint
CREATE INDEX "delivery_count_webhook" ON "console"."delivery_count" USING btree ("key_print","webhook_id","status","step");--> statement-breakpoint
CREATE INDEX "delivery_count_event" ON "console"."delivery_count" USING btree ("key_print","event");--> statement-breakpoint
CREATE INDEX "delivery_count_none" ON "console"."delivery_count" USING btree ("key_print") WHERE "console"."delivery_count"."n" = 0;--> statement-breakpoint
CREATE INDEX "person_link_user_id" ON "console"."person_link" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "delivery_changed" ON "console"."delivery" USING btree ("key_print","changed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "delivery_here" ON "console"."delivery" USING btree ("key_print","webhook_id","key") WHERE "console"."delivery"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "delivery_gone" ON "console"."delivery" USING btree ("gone_at") WHERE "console"."delivery"."gone_at" is not null;--> statement-breakpoint
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
