-- Earlier rows do not name their platform account. The next reads of the platform record its differences again.
DELETE FROM "console"."drift";--> statement-breakpoint
ALTER TABLE "console"."drift" DROP CONSTRAINT "drift_operation_path_kind_word_pk";--> statement-breakpoint
ALTER TABLE "console"."drift" ADD COLUMN "key_print" text NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."drift" ADD CONSTRAINT "drift_key_print_operation_path_kind_word_pk" PRIMARY KEY("key_print","operation","path","kind","word");
