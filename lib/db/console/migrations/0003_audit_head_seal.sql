CREATE TABLE "console"."audit_checkpoint" (
	"id" bigint PRIMARY KEY NOT NULL,
	"mac" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"seal" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "console"."audit_head" ADD COLUMN "seal" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE FUNCTION "console"."keep_head_forward"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."last_id" < OLD."last_id" OR (NEW."last_id" = OLD."last_id" AND NEW."mac" <> OLD."mac") THEN
    RAISE EXCEPTION 'The audit log is append-only: its head moves forward only.' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_head_forward_only" BEFORE UPDATE ON "console"."audit_head" FOR EACH ROW EXECUTE FUNCTION "console"."keep_head_forward"();--> statement-breakpoint
CREATE TRIGGER "audit_head_no_insert" BEFORE INSERT ON "console"."audit_head" FOR EACH ROW EXECUTE FUNCTION "console"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "audit_checkpoint_append_only" BEFORE UPDATE OR DELETE ON "console"."audit_checkpoint" FOR EACH ROW EXECUTE FUNCTION "console"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "audit_checkpoint_no_truncate" BEFORE TRUNCATE ON "console"."audit_checkpoint" FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();
