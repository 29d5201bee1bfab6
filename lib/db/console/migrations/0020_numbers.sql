CREATE TABLE "console"."contact_list" (
	"id" text PRIMARY KEY NOT NULL,
	"key" integer GENERATED ALWAYS AS IDENTITY (sequence name "console"."contact_list_key_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" text NOT NULL,
	"campaign_id" text NOT NULL,
	"import_id" text,
	"person_id" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_list_key_unique" UNIQUE("key"),
	CONSTRAINT "contact_list_import_id_unique" UNIQUE("import_id")
);
--> statement-breakpoint
CREATE TABLE "console"."do_not_call" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" "bytea" NOT NULL,
	"sealed" text NOT NULL,
	"reason" text NOT NULL,
	"source" text NOT NULL,
	"dated" text,
	"until" text,
	"added_at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "do_not_call_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "console"."list_number" (
	"list" integer NOT NULL,
	"row" integer NOT NULL,
	"number" "bytea" NOT NULL,
	"country" text NOT NULL,
	"zones" smallint NOT NULL,
	CONSTRAINT "list_number_list_row_pk" PRIMARY KEY("list","row")
);
--> statement-breakpoint
CREATE INDEX "contact_list_campaign" ON "console"."contact_list" USING btree ("account_id","campaign_id");--> statement-breakpoint
CREATE INDEX "do_not_call_added" ON "console"."do_not_call" USING btree ("added_at");--> statement-breakpoint
CREATE INDEX "list_number_number" ON "console"."list_number" USING btree ("number");