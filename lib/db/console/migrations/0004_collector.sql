CREATE TABLE "console"."campaign_sample" (
	"key_print" text NOT NULL,
	"campaign_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"status" text,
	"through" bigint NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "campaign_sample_key_print_campaign_id_at_pk" PRIMARY KEY("key_print","campaign_id","at")
);
--> statement-breakpoint
CREATE TABLE "console"."collector_task" (
	"key_print" text NOT NULL,
	"task" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"ok_at" timestamp (3) with time zone,
	"ms" integer NOT NULL,
	"bytes" integer NOT NULL,
	"rows" integer NOT NULL,
	"outcome" text NOT NULL,
	CONSTRAINT "collector_task_key_print_task_pk" PRIMARY KEY("key_print","task")
);
--> statement-breakpoint
CREATE TABLE "console"."delivery_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."delivery_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key_print" text NOT NULL,
	"key" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"field" text NOT NULL,
	"before" text,
	"after" text
);
--> statement-breakpoint
CREATE TABLE "console"."delivery" (
	"key_print" text NOT NULL,
	"key" text NOT NULL,
	"webhook_id" text NOT NULL,
	"event" text,
	"status" text,
	"attempts" integer,
	"delivered_at" timestamp (3) with time zone,
	"at" timestamp (3) with time zone NOT NULL,
	"raw" jsonb NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"not_seen_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"gone_at" timestamp (3) with time zone,
	CONSTRAINT "delivery_key_print_key_pk" PRIMARY KEY("key_print","key")
);
--> statement-breakpoint
CREATE TABLE "console"."record_version" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console"."record_version_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key_print" text NOT NULL,
	"resource" text NOT NULL,
	"ref" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"hash" text NOT NULL,
	"record" jsonb NOT NULL,
	"asked_by" text
);
--> statement-breakpoint
CREATE INDEX "delivery_change_key" ON "console"."delivery_change" USING btree ("key_print","key","seen_at");--> statement-breakpoint
CREATE INDEX "delivery_at" ON "console"."delivery" USING btree ("key_print","at" DESC NULLS LAST,"key");--> statement-breakpoint
CREATE INDEX "delivery_webhook_at" ON "console"."delivery" USING btree ("key_print","webhook_id","at" DESC NULLS LAST,"key");--> statement-breakpoint
CREATE INDEX "delivery_status_at" ON "console"."delivery" USING btree ("key_print","status","at" DESC NULLS LAST,"key");--> statement-breakpoint
CREATE INDEX "record_version_ref" ON "console"."record_version" USING btree ("key_print","resource","ref","id" DESC NULLS LAST);--> statement-breakpoint
-- A moment as platforms write it: ISO 8601, in UTC where it names no zone, or seconds or milliseconds since 1970. Null for any other text.
CREATE FUNCTION "console"."moment_of"("given" text) RETURNS timestamp with time zone
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
	IF "given" ~ '^\s*[1-4]\d{9}(\d{3})?(\.\d{1,9})?\s*$' THEN
		RETURN to_timestamp("given"::double precision / CASE WHEN "given" ~ '^\s*\d{13}' THEN 1000 ELSE 1 END);
	END IF;
	IF "given" !~* '^\s*\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?\s*$' THEN RETURN NULL; END IF;
	RETURN CASE WHEN "given" ~* '(Z|[+-]\d\d:?\d\d)\s*$' THEN "given" ELSE "given" || 'Z' END::timestamp with time zone;
EXCEPTION WHEN data_exception THEN
	RETURN NULL;
END $$;
