import { ownAnswer } from "@/lib/contract/fields";
import { type FileAnswer, operation, type Role, staff } from "@/lib/contract/operation";
import type { BlockReason } from "./block-reasons";

/** One number that must not be called. `dated`: date of the register's file. `until`: no longer blocked from then on. */
export type BlockedNumber = {
  id: string;
  number: string;
  reason: BlockReason;
  source: string;
  dated: string | null;
  until: string | null;
  added_at: string;
  by: string;
};

export type BlockSource = {
  source: string;
  reason: BlockReason;
  numbers: number;
  dated: string | null;
  added_at: string;
};

export type DoNotCall = {
  numbers: number;
  sources: BlockSource[];
  /** The latest 100, or the one that was looked up. */
  latest: BlockedNumber[];
};

/** A campaign in which blocked people wait to be called, as far as Switchboard knows. */
export type WaitingCampaign = {
  campaign_id: string;
  name: string | null;
  status: string | null;
  people: number;
  /** People blocked after somebody last confirmed to call the campaign anyway. */
  unconfirmed: number;
  /** Calls to them that were seen in this campaign, and how many of them have not ended. */
  calls: number;
  open_calls: number;
};

export type WaitingPeople = {
  /** Each person once, however many campaigns they wait in. */
  people: number;
  /** All blocked people in uploaded lists or in calls of a campaign, also if they were reached or their campaign has ended. */
  listed: number;
  /** Running campaigns first. */
  campaigns: WaitingCampaign[];
  /** Since when the numbers of uploaded lists are kept; null if there is no such list. */
  since: string | null;
};

const allow: readonly Role[] = ["admin", "campaign_manager"];

export const listDoNotCall = operation({
  id: "do-not-call.list",
  label: "See the do-not-call list",
  method: "POST",
  isRead: true,
  path: "/console/do-not-call/list",
  output: ownAnswer<DoNotCall>(),
  allow: staff,
});

/**
 * A number that is on the list already keeps its reason, unless its time has run out. `call_id` adds the number of a call,
 * also for a person from whom it is hidden.
 */
export const addDoNotCall = operation({
  id: "do-not-call.add",
  label: "Add numbers to the do-not-call list",
  method: "POST",
  path: "/console/do-not-call",
  output: ownAnswer<{ added: number; already: number; waiting: WaitingPeople }>(),
  allow: staff,
  largestInput: 1024 * 1024,
});

/** People on the list who can still be called: all of them, those of a campaign, or the one with this number. */
export const listWaiting = operation({
  id: "do-not-call.waiting",
  label: "See in which campaigns blocked people wait",
  method: "POST",
  isRead: true,
  path: "/console/do-not-call/waiting",
  output: ownAnswer<WaitingPeople>(),
  allow: staff,
});

/** The audit log keeps the reason. Some proxies drop the body of a DELETE. */
export const removeDoNotCall = operation({
  id: "do-not-call.remove",
  label: "Remove a number from the do-not-call list",
  method: "POST",
  path: "/console/do-not-call/{entry_id}/remove",
  output: ownAnswer<{ message: string }>(),
  allow,
  isInputKept: true,
});

export const exportDoNotCall = operation({
  id: "do-not-call.export",
  label: "Save the do-not-call list",
  method: "GET",
  path: "/console/do-not-call/export",
  output: ownAnswer<FileAnswer>(),
  allow: ["admin"],
  isFile: true,
});
