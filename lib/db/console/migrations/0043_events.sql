CREATE TABLE "console"."hook_denied" (
	"key_print" text NOT NULL,
	"fact" text NOT NULL,
	"value_hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "hook_denied_key_print_fact_value_hash_pk" PRIMARY KEY("key_print","fact","value_hash")
);
--> statement-breakpoint
ALTER TABLE "console"."hook_arrival" ADD COLUMN "signature_fault" text;--> statement-breakpoint
ALTER TABLE "console"."hook_arrival" ADD COLUMN "confirm_url" text;--> statement-breakpoint
ALTER TABLE "console"."hook_address" ADD COLUMN "earlier_secret" text;--> statement-breakpoint
ALTER TABLE "console"."hook_address" ADD COLUMN "earlier_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "hook_arrival_unsigned" ON "console"."hook_arrival" USING btree ("address_id","at") WHERE signature_fault is not null;