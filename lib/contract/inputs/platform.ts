import * as z from "zod/mini";
import type * as assistants from "@/lib/contract/api/assistants";
import type * as calls from "@/lib/contract/api/calls";
import type * as campaigns from "@/lib/contract/api/campaigns";
import type * as credentials from "@/lib/contract/api/credentials";
import type * as phoneNumbers from "@/lib/contract/api/phone-numbers";
import type * as sessions from "@/lib/contract/api/sessions";
import type * as tools from "@/lib/contract/api/tools";
import type * as webhooks from "@/lib/contract/api/webhooks";
import type * as workflows from "@/lib/contract/api/workflows";
import { confirmed_blocked, confirmed_people, identifier, noInput, wholeNumber } from "./fields";
import type { InputsFor } from "./inputs-for";

type Platform =
  | typeof assistants
  | typeof calls
  | typeof campaigns
  | typeof credentials
  | typeof phoneNumbers
  | typeof sessions
  | typeof tools
  | typeof webhooks
  | typeof workflows;

const call = z.object({ call_id: identifier });
const campaign = z.object({ campaign_id: identifier });
const called = z.extend(campaign, { confirmed_people, confirmed_blocked });
const tool = z.object({ tool_id: identifier });
const workflow = z.object({ workflow_ref: identifier });

export const platformInputs = {
  "assistants.get": z.object({ assistant_id: identifier }),
  "calls.get": call,
  "calls.end": call,
  "campaigns.get": campaign,
  "campaigns.start": called,
  "campaigns.pause": campaign,
  "campaigns.resume": called,
  "campaigns.cancel": campaign,
  "campaigns.upload_contacts": campaign,
  "campaigns.validate_contacts": campaign,
  "credentials.list": z.object({ limit: wholeNumber() }),
  "credentials.get": z.object({ credential_id: identifier }),
  "phone-numbers.list": z.object({ page: wholeNumber(), limit: wholeNumber() }),
  "phone-numbers.plan_limits": noInput,
  "sessions.end": z.object({ session_id: identifier }),
  "tools.get": tool,
  "tools.delete": tool,
  "webhooks.list": noInput,
  "webhooks.logs": z.object({ webhook_id: z.optional(identifier) }),
  "workflows.get": workflow,
  "workflows.publish": workflow,
} satisfies InputsFor<Platform>;
