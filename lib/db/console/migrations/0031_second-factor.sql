CREATE TABLE "console"."pending_sign_in" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."recovery_code" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."second_factor" (
	"user_id" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"last_step" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."sign_in_mail" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"address" text NOT NULL,
	"user_agent" text,
	"at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "console"."session" ADD COLUMN "used_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "console"."pending_sign_in" ADD CONSTRAINT "pending_sign_in_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "console"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console"."recovery_code" ADD CONSTRAINT "recovery_code_user_id_second_factor_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "console"."second_factor"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console"."second_factor" ADD CONSTRAINT "second_factor_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "console"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console"."sign_in_mail" ADD CONSTRAINT "sign_in_mail_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "console"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_sign_in_user_id" ON "console"."pending_sign_in" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_code_user_id" ON "console"."recovery_code" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_mail_due" ON "console"."sign_in_mail" USING btree ("next_attempt_at");