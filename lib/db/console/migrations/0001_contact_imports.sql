CREATE TABLE "console"."contact_import" (
	"id" text PRIMARY KEY NOT NULL,
	"campaign_id" text NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"rows" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"counts" jsonb NOT NULL,
	"rules" jsonb NOT NULL,
	"outcome" text,
	"status" integer,
	"accepted" bigint,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"person_id" text NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "contact_import_campaign" ON "console"."contact_import" USING btree ("campaign_id","begun_at","id");