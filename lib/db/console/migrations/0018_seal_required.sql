-- A version that does not seal the head would break the audit chain. It can record nothing, and so sends nothing.
CREATE OR REPLACE FUNCTION "console"."keep_head_forward"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."last_id" < OLD."last_id" OR (NEW."last_id" = OLD."last_id" AND NEW."mac" <> OLD."mac") THEN
    RAISE EXCEPTION 'The audit log is append-only: its head moves forward only.' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW."last_id" > OLD."last_id" AND NEW."seal" = OLD."seal" THEN
    RAISE EXCEPTION 'A newer Switchboard has used this database. Start that version again.' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
