CREATE TABLE "console"."collector_setting" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "console"."collector_task" ADD COLUMN "requests" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."collector_task" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."collector_task" ADD COLUMN "next_at" timestamp (3) with time zone;