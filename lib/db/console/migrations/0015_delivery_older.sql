-- by hand: all but the index. What the first read found without a time moves before every time; an ID that one answer lists
-- several times is one delivery from now on, and the next read gives it its latest attempt
DROP INDEX "console"."delivery_first_untimed";--> statement-breakpoint
UPDATE "console"."delivery" AS d SET "at" = 'epoch'
WHERE d."not_seen_at" IS NULL AND d."delivered_at" IS NULL AND NOT EXISTS (
	SELECT FROM "console"."delivery_change" AS c
	WHERE c."key_print" = d."key_print" AND c."key" = d."key" AND c."field" IN ('status', 'attempts')
);--> statement-breakpoint
DELETE FROM "console"."delivery" AS d USING "console"."delivery" AS same
WHERE d."gone_at" IS NULL AND same."gone_at" IS NULL AND same."key_print" = d."key_print" AND same."key" <> d."key"
	AND same."key" = d."raw" ->> 'id' AND same."raw" ->> 'id' = same."key"
	AND regexp_replace(d."key", ' \(\d+\)$', '') = same."key"
	AND same."webhook_id" = d."webhook_id" AND same."event" IS NOT DISTINCT FROM d."event";
