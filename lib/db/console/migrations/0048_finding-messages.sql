UPDATE "console"."alert_rule" SET "pause_found" = "pause_found" - 'says' || jsonb_build_object('message', "pause_found" -> 'says') WHERE "pause_found" ? 'says';
--> statement-breakpoint
UPDATE "console"."calling_hours" SET "found" = "found" - 'says' || jsonb_build_object('message', "found" -> 'says') WHERE "found" ? 'says';
