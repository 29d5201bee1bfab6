CREATE TABLE "console"."hook_usage" (
	"address_id" text NOT NULL,
	"day" text NOT NULL,
	"bytes" bigint NOT NULL,
	"left_out" integer NOT NULL,
	CONSTRAINT "hook_usage_address_id_day_pk" PRIMARY KEY("address_id","day")
);
--> statement-breakpoint
ALTER TABLE "console"."hook_arrival" ADD COLUMN "left_out" text;--> statement-breakpoint
ALTER TABLE "console"."hook_arrival" ADD COLUMN "content" jsonb;--> statement-breakpoint
ALTER TABLE "console"."hook_address" ADD COLUMN "bytes_a_day" bigint;--> statement-breakpoint
-- Drizzle knows no partitions. Only a dropped day gives its space back to the disk at once.
-- The stored bodies are not copied: their table becomes the partition of all days without one of their own.
ALTER TABLE "console"."hook_body" RENAME TO "hook_body_other";--> statement-breakpoint
ALTER TABLE "console"."hook_body_other" DROP CONSTRAINT "hook_body_pkey";--> statement-breakpoint
ALTER INDEX "console"."hook_body_at" RENAME TO "hook_body_other_at";--> statement-breakpoint
CREATE TABLE "console"."hook_body" (
	"arrival_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"body" bytea NOT NULL,
	CONSTRAINT "hook_body_arrival_id_at_pk" PRIMARY KEY("arrival_id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE INDEX "hook_body_at" ON "console"."hook_body" USING btree ("at");--> statement-breakpoint
ALTER TABLE "console"."hook_body" ATTACH PARTITION "console"."hook_body_other" DEFAULT;
