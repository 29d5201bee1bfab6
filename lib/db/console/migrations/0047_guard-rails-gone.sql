DROP TABLE "console"."guard_rail_pause" CASCADE;--> statement-breakpoint
DROP TABLE "console"."guard_rail" CASCADE;