import type { BlockReason } from "@/lib/contract/console/block-reasons";
import type { SentList } from "@/lib/contract/console/contact-lists";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { ownAnswer } from "@/lib/contract/fields";
import { operation, staff } from "@/lib/contract/operation";

/** An earlier upload of a number. `outcome` is that of the whole list, null if none was recorded. */
export type SentNumber = SentList & {
  campaign_name: string | null;
  row: number;
  outcome: string | null;
  rows: number;
  /** How many of its rows the platform took; null if unknown. */
  accepted: number | null;
};

/** A campaign that can still call the person, as far as Switchboard knows. */
export type WaitingIn = {
  campaign_id: string;
  name: string | null;
  status: string | null;
  /** Calls to the person that were seen in it. */
  attempts: number;
  /** Reason or status of the last call; null without one. */
  last_result: string | null;
};

/** Stored data of a number. */
export type Person = {
  /** In E.164 form. */
  number: string;
  name: string | null;
  kind: string;
  /** ISO 3166, "ZZ" if unknown. */
  country: string;
  /** IANA zones of its range; empty if unknown. A mobile may be elsewhere. */
  zones: string[];
  /** The entry that forbids calls today; null if there is none. */
  blocked: {
    id: string;
    reason: BlockReason;
    source: string;
    added_at: string;
    by: string;
    until: string | null;
  } | null;
  waiting: WaitingIn[];
  /** Newest first, those in progress included. */
  calls: FoundCall[];
  /** True if older calls were left out. */
  has_more_calls: boolean;
  /** Since when calls are seen; null before the first event. */
  calls_since: string | null;
  /** Newest first. */
  sent: SentNumber[];
  /** Since when the numbers of lists are kept; null if there is no such list. */
  sent_since: string | null;
};

export const findPerson = operation({
  id: "do-not-call.person",
  label: "Look up a person by their number",
  method: "POST",
  isRead: true,
  path: "/console/do-not-call/person",
  output: ownAnswer<Person>(),
  allow: staff,
});
