-- by hand: a time outside 2001 to 2100, such as the zero time of Go, stands for none, as in lib/format/parse-time.ts
CREATE OR REPLACE FUNCTION "console"."moment_of"("given" text) RETURNS timestamp with time zone
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
	found timestamp with time zone;
BEGIN
	IF "given" ~ '^\s*[1-4]\d{9}(\d{3})?(\.\d{1,9})?\s*$' THEN
		found := to_timestamp("given"::double precision / CASE WHEN "given" ~ '^\s*\d{13}' THEN 1000 ELSE 1 END);
	ELSIF "given" ~* '^\s*\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?\s*$' THEN
		found := CASE WHEN "given" ~* '(Z|[+-]\d\d:?\d\d)\s*$' THEN "given" ELSE "given" || 'Z' END::timestamp with time zone;
	END IF;
	RETURN CASE WHEN found >= '2001-01-01Z' AND found < '2100-01-01Z' THEN found END;
EXCEPTION WHEN data_exception THEN
	RETURN NULL;
END $$;
--> statement-breakpoint
UPDATE "console"."delivery" SET "delivered_at" = NULL, "at" = "first_seen_at"
WHERE "delivered_at" < '2001-01-01Z' OR "delivered_at" >= '2100-01-01Z';
