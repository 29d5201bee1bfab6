ALTER TABLE "platform"."webhook_deliveries" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "platform"."webhook_deliveries" d SET "attempts" = l."attempts" FROM "platform"."webhook_logs" l WHERE l."id" = d."log_id";
