import {
  absent,
  decimal,
  filled,
  flag,
  integer,
  listOf,
  number,
  object,
  oneOf,
  orNull,
  phone,
  record,
  succeeded,
  text,
  timestamp,
  url,
} from "./shape";

/** The records and envelopes of the API document, field by field. */
export const assistant = object({
  id: filled,
  name: text,
  status: filled,
  organization_id: filled,
  owner_id: filled,
  model: object({ provider: text, model: text, temperature: number, max_tokens: integer }),
  voice: object({ provider: text, voice_id: text }),
  transcriber: object({ provider: text, model: text, language: text }),
  first_message: text,
  first_message_mode: filled,
  max_duration_seconds: integer,
  created_at: timestamp,
  updated_at: timestamp,
});

const phoneNumber = object({
  id: filled,
  phone_number: phone,
  friendly_name: text,
  country_code: text,
  direction: filled,
  status: oneOf("active", "inactive", "suspended"),
  assistant_id: orNull(filled),
  monthly_cost: decimal,
  cost_per_minute: decimal,
  localized_monthly_cost: decimal,
  localized_cost_per_minute: decimal,
  localized_currency: filled,
  created_at: timestamp,
  updated_at: timestamp,
});

export const phoneNumbers = object({
  success: absent,
  items: listOf(phoneNumber),
  total: integer,
  page: integer,
  limit: integer,
});

export const planLimits = object({
  max_phone_numbers: integer,
  current_count: integer,
  is_allowed: flag,
  plan_name: text,
  pricing: object({
    phone_buy_fee: decimal,
    phone_monthly_fee: decimal,
    min_credit_balance: decimal,
    currency: filled,
  }),
  current_balance: decimal,
  localized_balance: decimal,
  localized_currency: filled,
});

const credentialFields = {
  id: filled,
  name: text,
  auth_type: filled,
  status: filled,
  secret_preview: text,
  public_config: record,
  provider_credential_id: filled,
  last_sync_status: filled,
  last_sync_error: orNull(text),
  created_at: timestamp,
};

export const credential = object({ ...credentialFields, updated_at: timestamp });

export const credentials = object({
  success: succeeded,
  data: listOf(object({ ...credentialFields, updated_at: absent })),
  total: integer,
  limit: integer,
  skip: integer,
});

export const webhook = object({ id: filled, url, events: listOf(filled), status: filled, created_at: timestamp });

export const webhookLog = object({
  id: filled,
  webhook_id: filled,
  event: filled,
  status: filled,
  attempts: integer,
  delivered_at: orNull(timestamp),
});

export const confirmation = object({ success: succeeded, message: text });

export const result = (data: typeof record) => object({ success: succeeded, data });
