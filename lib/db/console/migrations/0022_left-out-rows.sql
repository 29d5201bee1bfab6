CREATE TABLE "console"."left_out_rows" (
	"import_id" text NOT NULL,
	"part" smallint NOT NULL,
	"parts" smallint NOT NULL,
	"rows" integer NOT NULL,
	"sealed" "bytea" NOT NULL,
	"kept_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "left_out_rows_import_id_part_pk" PRIMARY KEY("import_id","part")
);
