CREATE TABLE "console"."connection" (
	"slot" text PRIMARY KEY NOT NULL,
	"base_url" text,
	"sealed" text,
	"set_by" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL
);
