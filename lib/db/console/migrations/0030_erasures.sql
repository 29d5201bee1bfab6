CREATE TABLE "console"."erasure" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"hashes" text[] NOT NULL,
	"sent" text,
	"person_id" text,
	"pseudonym" text,
	"at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL
);
