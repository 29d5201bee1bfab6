import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

/** The stored list of phone numbers behind an answer. */
export type NumberList = {
  /** Null if the list was never read. */
  read_at: string | null;
  row_count: number;
  /** False if the platform has more numbers than were read. */
  is_whole: boolean;
};

/** The count of phone numbers per assistant. Assistants without one are left out. */
export type NumberCounts = NumberList & { data: { assistant_id: string; count: number }[] };

export const countAssistantNumbers = operation({
  id: "phone-numbers.per_assistant",
  label: "See how many phone numbers each assistant has",
  method: "GET",
  path: "/console/assistant-numbers",
  output: ownAnswer<NumberCounts>(),
  allow: roles,
});

export type AssistantNumber = {
  /** Identifies the row, also if the platform sent no ID. */
  ref: string;
  id: string | null;
  phone_number: string | null;
  friendly_name: string | null;
  status: string | null;
};

/** The first of an assistant's numbers, at most `maxAssistantNumbers`, and the count of all of them. */
export type AssistantNumbers = NumberList & { data: AssistantNumber[]; count: number };

export const maxAssistantNumbers = 6;

export const listAssistantNumbers = operation({
  id: "phone-numbers.of_assistant",
  label: "See the phone numbers of an assistant",
  method: "GET",
  path: "/console/assistant-numbers/{assistant_id}",
  output: ownAnswer<AssistantNumbers>(),
  allow: roles,
});
