CREATE TABLE "console"."identity" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_issuer_subject_pk" PRIMARY KEY("issuer","subject"),
	CONSTRAINT "identity_user_id_issuer" UNIQUE("user_id","issuer")
);
--> statement-breakpoint
ALTER TABLE "console"."session" ADD COLUMN "sealed_id_token" text;--> statement-breakpoint
ALTER TABLE "console"."identity" ADD CONSTRAINT "identity_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "console"."user"("id") ON DELETE cascade ON UPDATE no action;