CREATE TABLE "console"."campaign_hours" (
	"key_print" text NOT NULL,
	"campaign_id" text NOT NULL,
	"zone" text NOT NULL,
	"days" jsonb NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"person_id" text NOT NULL,
	"by" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "campaign_hours_key_print_campaign_id_pk" PRIMARY KEY("key_print","campaign_id")
);
--> statement-breakpoint
ALTER TABLE "console"."planned_action" ADD COLUMN "is_by_hours" boolean DEFAULT false NOT NULL;