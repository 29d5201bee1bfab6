CREATE TABLE "console"."counter_meaning" (
	"key_print" text NOT NULL,
	"field" text NOT NULL,
	"counter" text,
	"set_by" text NOT NULL,
	CONSTRAINT "counter_meaning_key_print_field_pk" PRIMARY KEY("key_print","field")
);
--> statement-breakpoint
ALTER TABLE "console"."campaign_sample" ADD COLUMN "counts" jsonb DEFAULT '{}'::jsonb NOT NULL;