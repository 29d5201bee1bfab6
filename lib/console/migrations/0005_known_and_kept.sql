ALTER TABLE "console"."record_version" ADD COLUMN "gone_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."saved_record" ADD COLUMN "not_found_times" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."saved_record" ADD COLUMN "named_by_resource" text;--> statement-breakpoint
ALTER TABLE "console"."saved_record" ADD COLUMN "named_by_ref" text;