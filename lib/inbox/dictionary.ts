import type { FactName } from "@/lib/contract/console/inbox/facts";

type Kind = "id" | "phone" | "word" | "time" | "seconds";
type Entry = { kind: Kind; names: readonly string[] };

/**
 * Names under which platforms send a fact, the best first, in the spelling of `normalKey`. They are a guess, as few as find most
 * senders. A path that the platform confirmed, or that an admin chose, comes before them.
 */
export const dictionary: Readonly<Record<Exclude<FactName, "own">, Entry>> = {
  call: {
    kind: "id",
    names: [
      ...["call_id", "call_sid", "call_uuid", "call_control_id", "conversation_id", "workflow_run_id"],
      ...["execution_id", "attempt_id", "interaction_id", "chat_id"],
    ],
  },
  session: { kind: "id", names: ["session_id", "call_session_id", "conversation_uuid", "chat_group_id"] },
  campaign: { kind: "id", names: ["campaign_id", "batch_id", "batch_call_id", "campaign_sid"] },
  assistant: { kind: "id", names: ["assistant_id", "agent_id", "bot_id", "app_id", "config_id"] },
  contact: { kind: "phone", names: ["customer_number", "contact_number", "user_phone_number", "external_number"] },
  contact_name: { kind: "word", names: ["customer_name", "contact_name", "lead_name", "recipient_name"] },
  direction: { kind: "word", names: ["direction", "call_direction"] },
  status: { kind: "word", names: ["call_status", "status", "state", "completion_status"] },
  reason: { kind: "word", names: ["ended_reason", "end_reason", "disconnection_reason", "hangup_reason"] },
  started: { kind: "time", names: ["started_at", "start_time", "start_timestamp", "start_time_unix_secs"] },
  answered: { kind: "time", names: ["answered_at", "answer_time", "joined"] },
  ended: { kind: "time", names: ["ended_at", "end_time", "end_timestamp", "ended"] },
  seconds: { kind: "seconds", names: ["duration_seconds", "duration_ms", "call_duration_secs", "duration"] },
};

export const costNames: readonly string[] = ["cost", "total_cost", "call_cost"];
export const currencyNames: readonly string[] = ["currency", "cost_currency", "currency_code"];

/** Names that others use too. They are a call's only in an event that says something else of a call. */
export const sharedCallNames: ReadonlySet<string> = new Set([
  "execution_id",
  "attempt_id",
  "interaction_id",
  "chat_id",
]);

/** Both ends of a call. The one that is not ours is the contact. */
export const numberNames = {
  from: ["from_number", "from", "caller_number", "caller_id_number"],
  to: ["to_number", "to", "called_number", "destination_number"],
} as const;

export const eventNames = ["event", "type", "event_type", "event_name"] as const;

/** Headers that name a delivery: Standard Webhooks, Svix, CloudEvents, and the usual ends of others. */
export const deliveryHeader = /^(webhook-id|svix-id|ce-id|.*-(delivery|event)-id|.*idempotency-(key|token))$/;

/** Objects that only wrap what matters. */
export const envelopes: ReadonlySet<string> = new Set(["message", "data", "payload", "body", "event", "metadata"]);

/** Objects that lend their name to their `id`, `number` and `name`. */
export const owners: ReadonlySet<string> = new Set(
  "call session conversation campaign batch assistant agent customer contact lead room".split(" "),
);

/** Fields with speech or notes. They hold no facts of the call. */
export const speech: ReadonlySet<string> = new Set(
  "transcript transcripts transcript_object messages turns chat artifact prompt prompts tools variables".split(" "),
);

const factNamesOfSenders: ReadonlySet<string> = new Set([
  ...Object.values(dictionary).flatMap(({ names }) => names),
  ...Object.values(numberNames).flat(),
]);

/** True if platforms send a fact under this name. */
export const isFactName = (key: string) => factNamesOfSenders.has(key);
