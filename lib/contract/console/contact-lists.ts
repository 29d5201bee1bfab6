import { ownAnswer } from "@/lib/contract/fields";
import { operation, type Role } from "@/lib/contract/operation";

/** Largest number of contacts in one request. */
export const comparedAtOnce = 25_000;

/** A list of contacts that was uploaded here. `row`: the row of its file, counted from 1 with the header. */
export type SentList = { import_id: string; campaign_id: string; file_name: string; begun_at: string; by: string };

/** How a number was sent before: to this campaign, perhaps to this campaign (the outcome is unknown), or to another. */
export const sentBefore = ["sent_here", "sent_unsure", "sent_elsewhere"] as const;
export type SentBefore = (typeof sentBefore)[number];

/** Earlier sends that a person may repeat. */
export const sentAgain = ["sent_unsure", "sent_elsewhere"] as const satisfies readonly SentBefore[];
export type SentAgain = (typeof sentAgain)[number];

/** Contacts of the request by their position in it, from 0. Each is in at most one of these. */
export type Compared = {
  /** On the do-not-call list, by this or another number of the row. */
  blocked: number[];
  /** Sent by an earlier list, the surest first and then the latest. */
  sent: (SentList & { as: SentBefore; positions: number[] })[];
  /** New people who were sent to another campaign that has ended, by campaign. */
  ended: { campaign_id: string; people: number }[];
};

/**
 * People of earlier lists of the campaign who were not called and are not in the compared list. None unless it has
 * people or the file name of an earlier list.
 */
export type StayingPeople = { people: number; examples: (SentList & { row: number })[] };

export type ListBasis = {
  /** Lists of any campaign whose numbers are kept, and since when. */
  lists: number;
  since: string | null;
  /** People that lists uploaded here brought into the campaign. */
  in_campaign: number;
  do_not_call: number;
};

const allow: readonly Role[] = ["admin", "campaign_manager"];

/**
 * Opens a comparison of a list with the do-not-call list and with all lists uploaded here. `recalls`: the campaign whose
 * people it calls again. They count as new once that campaign is done with them.
 */
export const openList = operation({
  id: "lists.open",
  label: "Compare a contact list",
  minor: "import note",
  method: "POST",
  path: "/console/lists",
  output: ownAnswer<{ list_id: string }>(),
  allow,
  about: "campaign_id",
});

/**
 * Compares contacts and keeps a keyed hash of each number with its row. A number on the do-not-call list is not kept.
 * `others` are further numbers of these rows. They are only compared with the do-not-call list.
 */
export const compareNumbers = operation({
  id: "lists.compare",
  label: "Compare the numbers of a contact list",
  minor: "import note",
  method: "POST",
  path: "/console/lists/{list_id}/numbers",
  output: ownAnswer<Compared>(),
  allow,
  largestInput: 1024 * 1024,
});

/** To be asked after all contacts were compared. `blocked`: those on the do-not-call list, who are in the file too. */
export const comparedList = operation({
  id: "lists.get",
  label: "Compare a list with who stays in a campaign",
  method: "POST",
  isRead: true,
  path: "/console/lists/{list_id}/staying",
  output: ownAnswer<{ staying: StayingPeople; basis: ListBasis }>(),
  allow,
  largestInput: 1024 * 1024,
});

/** People of a campaign whom lists uploaded here brought into other campaigns, too. At most five campaigns. */
export type Overlap = {
  people: number;
  other_campaigns: { campaign_id: string; name: string | null; people: number; begun_at: string }[];
};

export const campaignOverlap = operation({
  id: "lists.overlap",
  label: "See who of a campaign is in other campaigns",
  method: "GET",
  path: "/console/campaigns/{campaign_id}/overlap",
  output: ownAnswer<Overlap>(),
  allow,
});

/** People of the lists sent to a campaign, each counted once. */
export type CampaignPeople = {
  /** `zones`: IANA zones of their numbers; empty if unknown. `country`: ISO 3166; "ZZ" if unknown. */
  places: { country: string; zones: string[]; people: number }[];
  /** People of the campaign in no list whose numbers are kept; null if the record does not give its number of people. */
  others: number | null;
};

/** Where the people of a campaign are, by their numbers. */
export const listPeople = operation({
  id: "lists.people",
  label: "See where the people of a campaign are",
  method: "GET",
  path: "/console/campaigns/{campaign_id}/people",
  output: ownAnswer<{ data: CampaignPeople }>(),
  allow,
});
