CREATE TABLE "console"."hook_stray" (
	"key_print" text NOT NULL,
	"status" integer NOT NULL,
	"last_four" text NOT NULL,
	"client" text NOT NULL,
	"method" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "hook_stray_key_print_status_last_four_client_pk" PRIMARY KEY("key_print","status","last_four","client")
);
--> statement-breakpoint
DROP INDEX "console"."hook_event_page";--> statement-breakpoint
DROP INDEX "console"."hook_event_contact";--> statement-breakpoint
DROP INDEX "console"."hook_arrival_other";--> statement-breakpoint
DROP INDEX "console"."hook_event_time";--> statement-breakpoint
DROP INDEX "console"."found_call_page";--> statement-breakpoint
DROP INDEX "console"."found_call_contact";--> statement-breakpoint
DROP INDEX "console"."found_call_campaign";--> statement-breakpoint
ALTER TABLE "console"."hook_arrival" ADD COLUMN "other_event_ids" bigint[];--> statement-breakpoint
ALTER TABLE "console"."hook_event" ADD COLUMN "item" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "hook_arrival_events" ON "console"."hook_arrival" USING gin ("other_event_ids") WHERE other_event_ids is not null;--> statement-breakpoint
CREATE INDEX "hook_arrival_old" ON "console"."hook_arrival" USING brin ("at");--> statement-breakpoint
CREATE INDEX "hook_event_name" ON "console"."hook_event" USING btree ("key_print","name","first_at","id");--> statement-breakpoint
CREATE INDEX "hook_event_campaign" ON "console"."hook_event" USING btree ("key_print","campaign_ref","first_at","id");--> statement-breakpoint
CREATE INDEX "hook_event_old" ON "console"."hook_event" USING brin ("last_at");--> statement-breakpoint
CREATE INDEX "found_call_direction" ON "console"."found_call" USING btree ("key_print",lower(left(direction, 2)),"at","ref");--> statement-breakpoint
CREATE INDEX "found_call_reason" ON "console"."found_call" USING btree ("key_print",coalesce(reason, status),"at","ref");--> statement-breakpoint
CREATE INDEX "hook_arrival_other" ON "console"."hook_arrival" USING btree ("key_print","at") WHERE kind <> 'event' or is_cut;--> statement-breakpoint
CREATE INDEX "hook_event_time" ON "console"."hook_event" USING btree ("key_print","first_at","id");--> statement-breakpoint
CREATE INDEX "found_call_page" ON "console"."found_call" USING btree ("key_print","at","ref");--> statement-breakpoint
CREATE INDEX "found_call_contact" ON "console"."found_call" USING btree ("key_print","contact","at","ref");--> statement-breakpoint
CREATE INDEX "found_call_campaign" ON "console"."found_call" USING btree ("key_print","campaign_ref","at","ref");--> statement-breakpoint
-- Finds parts of numbers, names and IDs by their three letters, if the database has the extension or can have it. Otherwise each row is read.
DO $$
BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	CREATE INDEX "hook_event_part" ON "console"."hook_event" USING gin ("contact" gin_trgm_ops, "contact_name" gin_trgm_ops, "call_ref" gin_trgm_ops, "campaign_ref" gin_trgm_ops, "session_ref" gin_trgm_ops, "delivery_id" gin_trgm_ops);
	CREATE INDEX "found_call_part" ON "console"."found_call" USING gin ("contact" gin_trgm_ops, "contact_name" gin_trgm_ops, "ref" gin_trgm_ops, "session_ref" gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
	NULL;
END $$;
