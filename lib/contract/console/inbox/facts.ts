/** Facts of an event, in the order in which a page shows them. */
export const factNames = [
  "call",
  "session",
  "campaign",
  "assistant",
  "contact",
  "own",
  "contact_name",
  "direction",
  "status",
  "reason",
  "started",
  "answered",
  "ended",
  "seconds",
] as const;

export type FactName = (typeof factNames)[number];

/** Facts whose values the platform can confirm, because it answers for such an ID. */
export const confirmedFacts = ["call", "campaign", "assistant"] as const satisfies readonly FactName[];

export type JudgedFact = (typeof confirmedFacts)[number];

/** Where a fact was found: keys from the top of the body, joined by dots. `is_zoneless`: a time that was sent without a zone. */
type FactPath = { path: string; is_confirmed: boolean; chosen_by: string | null; is_zoneless?: true };

export type FactPaths = Partial<Record<FactName, FactPath>>;

/** Facts of a call as events and calls have them. Times are ISO 8601. */
export type CallFacts = {
  session_id: string | null;
  campaign_id: string | null;
  campaign_name: string | null;
  assistant_id: string | null;
  /** Digits of the other party's number and of ours. */
  contact: string | null;
  contact_name: string | null;
  own_number: string | null;
  direction: string | null;
  status: string | null;
  reason: string | null;
  started_at: string | null;
  answered_at: string | null;
  ended_at: string | null;
  seconds: number | null;
};
