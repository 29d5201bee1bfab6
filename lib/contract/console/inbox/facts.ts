/** What can be found in an event, in the order in which a page shows it. */
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
export const judgedFacts = ["call", "campaign", "assistant"] as const satisfies readonly FactName[];

export type JudgedFact = (typeof judgedFacts)[number];

/** Where a fact was found: keys from the top of the body, joined by dots. */
type FactPath = { path: string; is_confirmed: boolean; chosen_by: string | null };

export type FactPaths = Partial<Record<FactName, FactPath>>;
