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
ALTER TABLE "console"."alert_snooze" ADD CONSTRAINT "alert_snooze_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "console"."alert"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_message_recipient" ON "console"."alert_message" USING btree ("recipient","state","due_at");--> statement-breakpoint
CREATE INDEX "alert_message_created" ON "console"."alert_message" USING btree ("key_print","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_live" ON "console"."alert" USING btree ("key_print","rule","ref") WHERE cleared_at is null;--> statement-breakpoint
CREATE INDEX "alert_last" ON "console"."alert" USING btree ("key_print","rule","since" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "delivery_changed" ON "console"."delivery" USING btree ("key_print","changed_at" DESC NULLS LAST);