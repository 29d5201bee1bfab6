-- by hand: the order, and the empty print of what was saved before, which the first console that starts makes its own
ALTER TABLE "console"."saved_record" ADD COLUMN "key_print" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."saved_record" ALTER COLUMN "key_print" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "console"."saved_record" DROP CONSTRAINT "saved_record_resource_ref_pk";--> statement-breakpoint
ALTER TABLE "console"."saved_record" ADD CONSTRAINT "saved_record_key_print_resource_ref_pk" PRIMARY KEY("key_print","resource","ref");
