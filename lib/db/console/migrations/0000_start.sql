CREATE SCHEMA IF NOT EXISTS "console";
--> statement-breakpoint
CREATE TABLE "console"."account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."audit_head" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"last_id" bigint NOT NULL,
	"mac" text NOT NULL,
	CONSTRAINT "audit_head_is_one_row" CHECK ("console"."audit_head"."one")
);
--> statement-breakpoint
CREATE TABLE "console"."audit_event" (
	"id" bigint PRIMARY KEY NOT NULL,
	"entry" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"actor_email" text,
	"role" text,
	"action" text,
	"target" text,
	"request" text,
	"request_id" text,
	"address" text,
	"outcome" text,
	"status" integer,
	"message" text,
	"body" text,
	"detail" text,
	"mac" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."drift" (
	"operation" text NOT NULL,
	"path" text NOT NULL,
	"kind" text NOT NULL,
	"word" text NOT NULL,
	"came" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"times" bigint NOT NULL,
	CONSTRAINT "drift_operation_path_kind_word_pk" PRIMARY KEY("operation","path","kind","word")
);
--> statement-breakpoint
CREATE TABLE "console"."reading" (
	"resource" text NOT NULL,
	"field" text NOT NULL,
	"word" text NOT NULL,
	"lamp" text NOT NULL,
	"taught_by" text NOT NULL,
	CONSTRAINT "reading_resource_field_word_pk" PRIMARY KEY("resource","field","word")
);
--> statement-breakpoint
CREATE TABLE "console"."saved_record" (
	"resource" text NOT NULL,
	"ref" text NOT NULL,
	"label" text,
	"name" text,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"last_status_word" text,
	"last_seen_at" timestamp (3) with time zone,
	"opened_by" text,
	"not_found_since" timestamp (3) with time zone,
	CONSTRAINT "saved_record_resource_ref_pk" PRIMARY KEY("resource","ref")
);
--> statement-breakpoint
CREATE TABLE "console"."session" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "console"."set_aside" (
	"key" text PRIMARY KEY NOT NULL,
	"by" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."setup_link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."sign_in_try" (
	"id" text NOT NULL,
	"key" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_try_id_key_pk" PRIMARY KEY("id","key")
);
--> statement-breakpoint
CREATE TABLE "console"."user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT true NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"role" text NOT NULL,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "console"."account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "console"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console"."session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "console"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_user_id" ON "console"."account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_event_entry" ON "console"."audit_event" USING btree ("entry","kind");--> statement-breakpoint
CREATE INDEX "audit_event_action" ON "console"."audit_event" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_event_target" ON "console"."audit_event" USING btree ("target","id");--> statement-breakpoint
CREATE INDEX "audit_event_actor" ON "console"."audit_event" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "session_user_id" ON "console"."session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_try_key_at" ON "console"."sign_in_try" USING btree ("key","at");--> statement-breakpoint
CREATE FUNCTION "console"."refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only: % is refused.', TG_OP USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_event_append_only" BEFORE UPDATE OR DELETE ON "console"."audit_event" FOR EACH ROW EXECUTE FUNCTION "console"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "audit_event_no_truncate" BEFORE TRUNCATE ON "console"."audit_event" FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "audit_head_no_delete" BEFORE DELETE ON "console"."audit_head" FOR EACH ROW EXECUTE FUNCTION "console"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "audit_head_no_truncate" BEFORE TRUNCATE ON "console"."audit_head" FOR EACH STATEMENT EXECUTE FUNCTION "console"."refuse_change"();--> statement-breakpoint
INSERT INTO "console"."audit_head" ("last_id", "mac") VALUES (0, '');
