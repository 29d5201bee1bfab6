DROP INDEX "console"."found_call_contact";--> statement-breakpoint
ALTER TABLE "console"."found_call" ADD COLUMN "contact_line" text;--> statement-breakpoint
ALTER TABLE "console"."contact_list" ADD COLUMN "recalls" text;--> statement-breakpoint
CREATE INDEX "found_call_line" ON "console"."found_call" USING btree ("key_print",coalesce(contact_line, contact),"at","ref");