CREATE TABLE "platform"."api_keys" (
	"sha256" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."assistants" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"organization_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"model" jsonb NOT NULL,
	"voice" jsonb NOT NULL,
	"transcriber" jsonb NOT NULL,
	"first_message" text NOT NULL,
	"first_message_mode" text NOT NULL,
	"max_duration_seconds" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."calls" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"type" text NOT NULL,
	"direction" text NOT NULL,
	"status" text NOT NULL,
	"assistant_id" text,
	"campaign_id" text,
	"workflow_ref" text,
	"session_id" text NOT NULL,
	"phone_number_id" text,
	"from_number" text NOT NULL,
	"to_number" text NOT NULL,
	"customer_name" text,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"duration_seconds" integer,
	"ended_reason" text,
	"cost" numeric DEFAULT '0.0000' NOT NULL,
	"currency" text NOT NULL,
	"recording_url" text,
	"transcript" jsonb,
	"summary" text,
	"plan" jsonb,
	"next_step_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."campaigns" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"assistant_id" text,
	"workflow_ref" text,
	"phone_number_id" text,
	"timezone" text NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"calling_window" jsonb,
	"max_concurrency" integer NOT NULL,
	"retry_policy" jsonb NOT NULL,
	"total_contacts" integer DEFAULT 0 NOT NULL,
	"pending_contacts" integer DEFAULT 0 NOT NULL,
	"in_progress_contacts" integer DEFAULT 0 NOT NULL,
	"completed_contacts" integer DEFAULT 0 NOT NULL,
	"failed_contacts" integer DEFAULT 0 NOT NULL,
	"cancelled_contacts" integer DEFAULT 0 NOT NULL,
	"total_calls" integer DEFAULT 0 NOT NULL,
	"answered_calls" integer DEFAULT 0 NOT NULL,
	"voicemail_calls" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"status_reason" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."contacts" (
	"campaign_id" text NOT NULL,
	"phone_number" text NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"position" integer NOT NULL,
	"upload_id" text,
	CONSTRAINT "contacts_campaign_id_phone_number_pk" PRIMARY KEY("campaign_id","phone_number")
);
--> statement-breakpoint
CREATE TABLE "platform"."credentials" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"auth_type" text NOT NULL,
	"status" text NOT NULL,
	"secret_preview" text NOT NULL,
	"public_config" jsonb NOT NULL,
	"provider_credential_id" text NOT NULL,
	"last_sync_status" text NOT NULL,
	"last_sync_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."webhook_deliveries" (
	"log_id" text PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"body" text NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "platform"."organizations" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"name" text NOT NULL,
	"balance" numeric NOT NULL,
	"currency" text NOT NULL,
	"localized_currency" text NOT NULL,
	"exchange_rate" numeric NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."phone_numbers" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"organization_id" text NOT NULL,
	"phone_number" text NOT NULL,
	"friendly_name" text NOT NULL,
	"country_code" text NOT NULL,
	"direction" text NOT NULL,
	"status" text NOT NULL,
	"assistant_id" text,
	"monthly_cost" numeric NOT NULL,
	"cost_per_minute" numeric NOT NULL,
	"localized_monthly_cost" numeric NOT NULL,
	"localized_cost_per_minute" numeric NOT NULL,
	"localized_currency" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "phone_numbers_phone_number_unique" UNIQUE("phone_number")
);
--> statement-breakpoint
CREATE TABLE "platform"."plans" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"plan_name" text NOT NULL,
	"max_phone_numbers" integer NOT NULL,
	"pending_requests" integer DEFAULT 0 NOT NULL,
	"phone_buy_fee" numeric NOT NULL,
	"phone_monthly_fee" numeric NOT NULL,
	"min_credit_balance" numeric NOT NULL,
	"currency" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."sessions" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"organization_id" text NOT NULL,
	"call_id" text,
	"assistant_id" text,
	"channel" text NOT NULL,
	"status" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."tools" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"config" jsonb NOT NULL,
	"parameters" jsonb NOT NULL,
	"credential_id" text,
	"used_by" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."uploads" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"organization_id" text NOT NULL,
	"campaign_id" text NOT NULL,
	"filename" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"total_rows" integer NOT NULL,
	"accepted" integer NOT NULL,
	"duplicates" integer NOT NULL,
	"rejected" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."webhook_logs" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"organization_id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"event" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."webhooks" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"organization_id" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"status" text NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."workflows" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"organization_id" text NOT NULL,
	"ref" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"version" integer NOT NULL,
	"published_version" integer,
	"has_unpublished_changes" boolean NOT NULL,
	"nodes" jsonb NOT NULL,
	"edges" jsonb NOT NULL,
	"published_at" timestamp (3) with time zone,
	"published_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workflows_organization_id_ref_unique" UNIQUE("organization_id","ref")
);
--> statement-breakpoint
CREATE TABLE "platform"."workflow_versions" (
	"workflow_id" text NOT NULL,
	"version" integer NOT NULL,
	"nodes" jsonb NOT NULL,
	"edges" jsonb NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workflow_versions_workflow_id_version_pk" PRIMARY KEY("workflow_id","version")
);
--> statement-breakpoint
ALTER TABLE "platform"."api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "platform"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."assistants" ADD CONSTRAINT "assistants_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "platform"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."calls" ADD CONSTRAINT "calls_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "platform"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."campaigns" ADD CONSTRAINT "campaigns_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "platform"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."campaigns" ADD CONSTRAINT "campaigns_assistant_id_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "platform"."assistants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."campaigns" ADD CONSTRAINT "campaigns_phone_number_id_phone_numbers_id_fk" FOREIGN KEY ("phone_number_id") REFERENCES "platform"."phone_numbers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."credentials" ADD CONSTRAINT "credentials_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "platform"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_log_id_webhook_logs_id_fk" FOREIGN KEY ("log_id") REFERENCES "platform"."webhook_logs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."phone_numbers" ADD CONSTRAINT "phone_numbers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "platform"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."phone_numbers" ADD CONSTRAINT "phone_numbers_assistant_id_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "platform"."assistants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."plans" ADD CONSTRAINT "plans_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "platform"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."sessions" ADD CONSTRAINT "sessions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "platform"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."tools" ADD CONSTRAINT "tools_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "platform"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."uploads" ADD CONSTRAINT "uploads_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "platform"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."webhook_logs" ADD CONSTRAINT "webhook_logs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "platform"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."webhooks" ADD CONSTRAINT "webhooks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "platform"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."workflows" ADD CONSTRAINT "workflows_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "platform"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform"."workflow_versions" ADD CONSTRAINT "workflow_versions_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "platform"."workflows"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calls_due" ON "platform"."calls" USING btree ("next_step_at") WHERE next_step_at is not null;--> statement-breakpoint
CREATE INDEX "calls_campaign_id_created_at_index" ON "platform"."calls" USING btree ("campaign_id","created_at");--> statement-breakpoint
CREATE INDEX "campaigns_status_index" ON "platform"."campaigns" USING btree ("status");--> statement-breakpoint
CREATE INDEX "contacts_due" ON "platform"."contacts" USING btree ("campaign_id","next_attempt_at","position") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_next_attempt_at_index" ON "platform"."webhook_deliveries" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "phone_numbers_organization_id_created_at_index" ON "platform"."phone_numbers" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_call_id_index" ON "platform"."sessions" USING btree ("call_id");--> statement-breakpoint
CREATE INDEX "webhook_logs_newest" ON "platform"."webhook_logs" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_logs_of_one" ON "platform"."webhook_logs" USING btree ("webhook_id","created_at","id");