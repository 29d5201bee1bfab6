CREATE TABLE "console"."note" (
	"id" text PRIMARY KEY NOT NULL,
	"key_print" text NOT NULL,
	"resource" text NOT NULL,
	"ref" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"person_id" text NOT NULL,
	"by" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "note_record" ON "console"."note" USING btree ("key_print","resource","ref");