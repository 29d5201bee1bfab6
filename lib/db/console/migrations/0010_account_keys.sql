CREATE TABLE "console"."account_key" (
	"key_print" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"address" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "account_key_address" ON "console"."account_key" USING btree ("address");