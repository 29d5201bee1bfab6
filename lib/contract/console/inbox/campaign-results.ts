import { ownAnswer } from "@/lib/contract/fields";
import { type FileAnswer, operation, type Role, roles } from "@/lib/contract/operation";
import type { SearchedNumber } from "./found-calls";

export type ContactResult = {
  contact: string;
  contact_name: string | null;
  attempts: number;
  /** Reason or status of the last call once it is over. */
  result: string | null;
  at: string;
  /** Length of the last call; null if it was not sent. */
  seconds: number | null;
  call_id: string;
  is_over: boolean;
  /** The number is on the do-not-call list. */
  is_blocked: boolean;
};

export type CampaignResults = {
  data: ContactResult[];
  next: string | null;
  /** Contacts by the result of their last call that is over, in the words of the screen; the most frequent first. */
  results: { result: string; contacts: number }[];
  /** Contacts whose last call is not over. */
  in_progress: number;
  contacts: number;
  calls: number;
  /** Contacts that a searched text and the results find, counted up to 10,000; null without a text. */
  found: number | null;
  /** Null if the text is no number. */
  searched: SearchedNumber | null;
};

/** Results in one parameter. A platform's own word can hold a comma. */
export const joinResults = (results: readonly string[]) => results.map(encodeURIComponent).join(",");

export const splitResults = (text: string | undefined) => (text ? text.split(",").map(decoded) : []);

function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

/** `results`: words of the screen, as `joinResults` writes them; all contacts without. `text`: part of a name, or a number. */
export const listResults = operation({
  id: "found-calls.results",
  label: "See the results of a campaign's contacts",
  method: "POST",
  isRead: true,
  path: "/console/campaign-results/{campaign_id}",
  output: ownAnswer<CampaignResults>(),
  allow: roles,
});

/** `zone`: IANA name of the time zone in which times are written. */
export const exportResults = operation({
  id: "found-calls.export_results",
  label: "Export the results of a campaign's contacts",
  phrase: "export the results of {it} and who was called",
  method: "GET",
  path: "/console/campaign-results/{campaign_id}/csv",
  output: ownAnswer<FileAnswer>(),
  allow: roles,
  isFile: true,
});

/** People of the chosen results who can be called again, and the others by why they are left out. */
export type RecallCount = {
  people: number;
  results: { result: string; people: number }[];
  /** On the do-not-call list. */
  blocked: number;
  /** A running or paused campaign may still call them. */
  retried: number;
  in_call: number;
  /** Calls without a number. */
  without_number: number;
};

const callers: readonly Role[] = ["admin", "campaign_manager"];

export const countRecall = operation({
  id: "found-calls.recall",
  label: "See who can be called again",
  method: "GET",
  path: "/console/campaign-results/{campaign_id}/again",
  output: ownAnswer<RecallCount>(),
  allow: callers,
});

/** A contact list of those people: phone_number and name. */
export const recallList = operation({
  id: "found-calls.recall_list",
  label: "Make a list of people to call again",
  phrase: "make a list of people of {it} to call again",
  method: "GET",
  path: "/console/campaign-results/{campaign_id}/again/csv",
  output: ownAnswer<FileAnswer>(),
  allow: callers,
  isFile: true,
});
