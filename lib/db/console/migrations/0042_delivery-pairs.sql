DROP INDEX "console"."delivery_at";--> statement-breakpoint
DROP INDEX "console"."delivery_missed";--> statement-breakpoint
DROP INDEX "console"."delivery_span";--> statement-breakpoint
ALTER TABLE "console"."delivery" ADD COLUMN "arrivals_here" integer;--> statement-breakpoint
ALTER TABLE "console"."delivery" ADD COLUMN "arrived_here_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."delivery" ADD COLUMN "paired_by" text;--> statement-breakpoint
ALTER TABLE "console"."hook_event" ADD COLUMN "delivery_key" text;--> statement-breakpoint
ALTER TABLE "console"."hook_event" ADD COLUMN "paired_by" text;--> statement-breakpoint
ALTER TABLE "console"."hook_event" ADD COLUMN "is_compared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "delivery_uncompared" ON "console"."delivery" USING btree ("key_print","at") WHERE "console"."delivery"."arrivals_here" = -1;--> statement-breakpoint
CREATE INDEX "hook_event_pair" ON "console"."hook_event" USING btree ("key_print","delivery_key") WHERE delivery_key is not null;--> statement-breakpoint
CREATE INDEX "hook_event_uncompared" ON "console"."hook_event" USING btree ("key_print","first_at") WHERE not is_compared;--> statement-breakpoint
CREATE INDEX "delivery_at" ON "console"."delivery" USING btree ("key_print","at" DESC NULLS LAST,"key","webhook_id","event","status","attempts","outcome","late","arrivals_here");--> statement-breakpoint
CREATE INDEX "delivery_missed" ON "console"."delivery" USING btree ("key_print","at" DESC NULLS LAST,"key","webhook_id","event","status","attempts","outcome","late","arrivals_here","last_at") WHERE "console"."delivery"."outcome" <> 'arrived';--> statement-breakpoint
CREATE INDEX "delivery_span" ON "console"."delivery" USING btree ("key_print","last_at","begins_at","at","key","webhook_id","event","status","attempts","outcome","late","arrivals_here") WHERE "console"."delivery"."last_at" > "console"."delivery"."at" or "console"."delivery"."begins_at" < "console"."delivery"."at";