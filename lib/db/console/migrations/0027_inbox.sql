CREATE TABLE "console"."hook_arrival" (
	"id" text PRIMARY KEY NOT NULL,
	"key_print" text NOT NULL,
	"address_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"verdict" text NOT NULL,
	"method" text NOT NULL,
	"query" text NOT NULL,
	"headers" jsonb NOT NULL,
	"size" integer NOT NULL,
	"is_cut" boolean NOT NULL,
	"fault" text,
	"event_id" bigint
);
--> statement-breakpoint
CREATE TABLE "console"."hook_body" (
	"arrival_id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"body" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."hook_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."hook_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key_print" text NOT NULL,
	"identity" text NOT NULL,
	"address_id" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"arrivals" integer NOT NULL,
	"name" text,
	"delivery_id" text,
	"size" integer NOT NULL,
	"verdict" text NOT NULL,
	"fault" text,
	"shape" text NOT NULL,
	"is_over" boolean NOT NULL,
	"call_ref" text,
	"session_ref" text,
	"campaign_ref" text,
	"assistant_ref" text,
	"contact" text,
	"own" text,
	"contact_name" text,
	"direction" text,
	"status" text,
	"reason" text,
	"started_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"seconds" integer,
	"paths" jsonb NOT NULL,
	"is_read" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."found_call" (
	"key_print" text NOT NULL,
	"ref" text NOT NULL,
	"session_ref" text,
	"campaign_ref" text,
	"assistant_ref" text,
	"contact" text,
	"own" text,
	"contact_name" text,
	"direction" text,
	"status" text,
	"reason" text,
	"started_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"seconds" integer,
	"is_campaign_by_upload" boolean DEFAULT false NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"is_over" boolean NOT NULL,
	"first_event_at" timestamp (3) with time zone NOT NULL,
	"last_event_at" timestamp (3) with time zone NOT NULL,
	"events" integer NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone,
	CONSTRAINT "found_call_key_print_ref_pk" PRIMARY KEY("key_print","ref")
);
--> statement-breakpoint
CREATE TABLE "console"."hook_address" (
	"id" text PRIMARY KEY NOT NULL,
	"key_print" text NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"last_four" text NOT NULL,
	"signing" text DEFAULT 'none' NOT NULL,
	"signing_header" text,
	"sealed_secret" text,
	"refuses_unsigned" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"removed_by" text
);
--> statement-breakpoint
CREATE TABLE "console"."hook_path" (
	"key_print" text NOT NULL,
	"event" text NOT NULL,
	"shape" text NOT NULL,
	"fact" text NOT NULL,
	"path" text NOT NULL,
	"confirmed" integer DEFAULT 0 NOT NULL,
	"denied" integer DEFAULT 0 NOT NULL,
	"chosen_by" text,
	CONSTRAINT "hook_path_key_print_event_shape_fact_path_pk" PRIMARY KEY("key_print","event","shape","fact","path")
);
--> statement-breakpoint
CREATE INDEX "hook_arrival_unread" ON "console"."hook_arrival" USING btree ("at","id") WHERE event_id is null and kind = 'event';--> statement-breakpoint
CREATE INDEX "hook_arrival_event" ON "console"."hook_arrival" USING btree ("event_id","at");--> statement-breakpoint
CREATE INDEX "hook_arrival_other" ON "console"."hook_arrival" USING btree ("key_print","at" DESC NULLS LAST) WHERE kind <> 'event' or is_cut;--> statement-breakpoint
CREATE INDEX "hook_body_at" ON "console"."hook_body" USING btree ("at");--> statement-breakpoint
CREATE INDEX "hook_event_identity" ON "console"."hook_event" USING btree ("key_print","identity");--> statement-breakpoint
CREATE INDEX "hook_event_page" ON "console"."hook_event" USING btree ("key_print","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "hook_event_call" ON "console"."hook_event" USING btree ("key_print","call_ref","id") WHERE call_ref is not null;--> statement-breakpoint
CREATE INDEX "hook_event_delivery" ON "console"."hook_event" USING btree ("key_print","delivery_id") WHERE delivery_id is not null;--> statement-breakpoint
CREATE INDEX "hook_event_contact" ON "console"."hook_event" USING btree ("key_print","contact","id" DESC NULLS LAST) WHERE contact is not null;--> statement-breakpoint
CREATE INDEX "hook_event_time" ON "console"."hook_event" USING btree ("key_print","first_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "hook_event_unread" ON "console"."hook_event" USING btree ("id") WHERE not is_read;--> statement-breakpoint
CREATE INDEX "found_call_page" ON "console"."found_call" USING btree ("key_print","at" DESC NULLS LAST,"ref");--> statement-breakpoint
CREATE INDEX "found_call_open" ON "console"."found_call" USING btree ("key_print","at") WHERE not is_over;--> statement-breakpoint
CREATE INDEX "found_call_contact" ON "console"."found_call" USING btree ("key_print","contact","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "found_call_campaign" ON "console"."found_call" USING btree ("key_print","campaign_ref","contact","at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "hook_address_token" ON "console"."hook_address" USING btree ("token_hash");