ALTER TABLE "console"."hook_arrival" ADD COLUMN "signature_fault" text;--> statement-breakpoint
ALTER TABLE "console"."hook_arrival" ADD COLUMN "confirm_url" text;--> statement-breakpoint
ALTER TABLE "console"."hook_event" ADD COLUMN "denied" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."hook_address" ADD COLUMN "earlier_secret" text;--> statement-breakpoint
ALTER TABLE "console"."hook_address" ADD COLUMN "earlier_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "hook_arrival_unsigned" ON "console"."hook_arrival" USING btree ("address_id","at") WHERE signature_fault is not null;