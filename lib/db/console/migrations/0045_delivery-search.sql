-- by hand: only the last statement. 0041 made the table again without the index for parts of IDs. Finds them by their three letters, if the database
-- has the extension or can have it. Otherwise each ID is read.
DROP INDEX "console"."delivery_cell";--> statement-breakpoint
CREATE INDEX "delivery_cell" ON "console"."delivery" USING btree ("key_print","cell","at" DESC NULLS LAST,"key","arrivals_here");--> statement-breakpoint
DO $$
BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	CREATE INDEX IF NOT EXISTS "delivery_key_part" ON "console"."delivery" USING gin ("key" gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
	NULL;
END $$;
