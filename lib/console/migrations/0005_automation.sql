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
CREATE INDEX "planned_action_state_at" ON "console"."planned_action" USING btree ("key_print","state","at");--> statement-breakpoint
CREATE INDEX "planned_action_campaign" ON "console"."planned_action" USING btree ("key_print","campaign_id","at");