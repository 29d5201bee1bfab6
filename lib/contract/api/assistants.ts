import { integer, number, openWord, record, result, type TypeOf, text, timestamp } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

export const assistant = record({
  id: text,
  name: text,
  status: openWord("published"),
  organization_id: text,
  owner_id: text,
  model: record({ provider: text, model: text, temperature: number, max_tokens: integer }),
  voice: record({ provider: text, voice_id: text }),
  transcriber: record({ provider: text, model: text, language: text }),
  first_message: text,
  first_message_mode: openWord("assistant-speaks-first"),
  max_duration_seconds: integer,
  created_at: timestamp,
  updated_at: timestamp,
});
export type Assistant = TypeOf<typeof assistant>;

export const getAssistant = operation({
  id: "assistants.get",
  label: "Read an assistant",
  method: "GET",
  path: "/v1/assistants/{assistant_id}",
  output: result(assistant),
  allow: roles,
});
