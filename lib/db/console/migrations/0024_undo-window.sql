ALTER TABLE "console"."planned_action" ADD COLUMN "is_delayed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."planned_action" ADD COLUMN "confirmed_people" integer;