CREATE TABLE "console"."blocked_confirmation" (
	"account_id" text NOT NULL,
	"campaign_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"people" integer NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "blocked_confirmation_account_id_campaign_id_pk" PRIMARY KEY("account_id","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "console"."blocked_contact" (
	"entry" text NOT NULL,
	"number" "bytea" NOT NULL,
	CONSTRAINT "blocked_contact_entry_number_pk" PRIMARY KEY("entry","number")
);
--> statement-breakpoint
ALTER TABLE "console"."planned_action" ADD COLUMN "is_unconfirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."found_call" ADD COLUMN "blocked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "console"."do_not_call" ADD COLUMN "is_linked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."blocked_contact" ADD CONSTRAINT "blocked_contact_entry_do_not_call_id_fk" FOREIGN KEY ("entry") REFERENCES "console"."do_not_call"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocked_contact_number" ON "console"."blocked_contact" USING btree ("number");--> statement-breakpoint
CREATE INDEX "found_call_blocked" ON "console"."found_call" USING btree ("key_print","at") WHERE blocked_at is not null;--> statement-breakpoint
CREATE INDEX "do_not_call_unlinked" ON "console"."do_not_call" USING btree ("id") WHERE not is_linked;