CREATE TABLE "console"."campaign_change" (
	"key_print" text NOT NULL,
	"campaign_ref" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."campaign_figures" (
	"key_print" text NOT NULL,
	"campaign_ref" text NOT NULL,
	"people" integer NOT NULL,
	"talked" integer NOT NULL,
	"calls" integer NOT NULL,
	"talk_seconds" bigint NOT NULL,
	"talked_calls" integer NOT NULL,
	"untimed_calls" integer NOT NULL,
	"costs" jsonb NOT NULL,
	"uncosted_calls" integer NOT NULL,
	CONSTRAINT "campaign_figures_key_print_campaign_ref_pk" PRIMARY KEY("key_print","campaign_ref")
);
--> statement-breakpoint
ALTER TABLE "console"."record_version" ADD COLUMN "first_seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."hook_event" ADD COLUMN "cost" numeric;--> statement-breakpoint
ALTER TABLE "console"."hook_event" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "console"."found_call" ADD COLUMN "cost" numeric;--> statement-breakpoint
ALTER TABLE "console"."found_call" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "console"."person_link" ADD COLUMN "made_by" text;--> statement-breakpoint
CREATE INDEX "campaign_change_campaign" ON "console"."campaign_change" USING btree ("key_print","campaign_ref");--> statement-breakpoint
-- Marks the campaigns of calls that were or are over. Rows are only added, so that no writer waits for another.
CREATE FUNCTION "console"."mark_campaigns"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO "console"."campaign_change" ("key_print", "campaign_ref")
		SELECT DISTINCT key_print, campaign_ref FROM added WHERE is_over AND campaign_ref IS NOT NULL;
	END IF;
	IF TG_OP <> 'INSERT' THEN
		INSERT INTO "console"."campaign_change" ("key_print", "campaign_ref")
		SELECT DISTINCT key_print, campaign_ref FROM removed WHERE is_over AND campaign_ref IS NOT NULL;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "campaigns_marked_on_insert" AFTER INSERT ON "console"."found_call"
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "console"."mark_campaigns"();--> statement-breakpoint
CREATE TRIGGER "campaigns_marked_on_update" AFTER UPDATE ON "console"."found_call"
REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "console"."mark_campaigns"();--> statement-breakpoint
CREATE TRIGGER "campaigns_marked_on_delete" AFTER DELETE ON "console"."found_call"
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "console"."mark_campaigns"();--> statement-breakpoint
INSERT INTO "console"."campaign_change" ("key_print", "campaign_ref")
SELECT DISTINCT "key_print", "campaign_ref" FROM "console"."found_call" WHERE "is_over" AND "campaign_ref" IS NOT NULL;
