import type { numberFaults } from "@/lib/contract/console/numbers";
import { ownAnswer } from "@/lib/contract/fields";
import { type FileAnswer, operation, roles } from "@/lib/contract/operation";
import type { CallFacts } from "./facts";

/** `named_by.resource` of records that events name. */
export const inboxSource = "events";

export type FoundCall = CallFacts & {
  call_id: string;
  /** Its start, or its first event. */
  at: string;
  is_over: boolean;
  /** When an open call reaches its limit, which can be past; null if over or without a known limit. */
  limit_at: string | null;
  /** When the last event or the platform said what state an open call is in; null if over. */
  state_at: string | null;
  /** True if it is open long after its limit, and the platform did not say so of late: its end was probably not sent. */
  no_end_seen: boolean;
  /** Events received. 0 for a call that only the platform's record names. */
  events: number;
  confirmed_at: string | null;
};

/**
 * How a searched text was read as a phone number: a whole one, a part of one, or not at all.
 * If it was not read, calls of this number may exist.
 */
export type SearchedNumber =
  | { is: "whole" | "part"; digits: string }
  | { is: "unread"; fault: keyof typeof numberFaults };

/** Most calls in progress in one answer. */
export const mostLiveCalls = 200;

export type FoundCalls = {
  data: FoundCall[];
  next: string | null;
  /** Calls that a searched text finds, counted up to 10,000; null without a text, and on later pages. */
  total: number | null;
  /** Null if the text is no number. */
  searched: SearchedNumber | null;
  reasons: string[];
  receives: boolean;
};

/** Calls in progress, then the ended ones, each newest first. `limit` is of the ended ones. `reasons` are those of the last calls, for the filter. `receives` is false before there is an address. */
export const listFoundCalls = operation({
  id: "found-calls.list",
  label: "See calls",
  method: "POST",
  isRead: true,
  path: "/console/found-calls",
  output: ownAnswer<FoundCalls>(),
  allow: roles,
});

export const getFoundCall = operation({
  id: "found-calls.get",
  label: "See a call by its ID",
  method: "GET",
  path: "/console/found-calls/{call_id}",
  output: ownAnswer<{ data: FoundCall | null }>(),
  allow: roles,
});

export const exportFoundCalls = operation({
  id: "found-calls.export",
  label: "Export calls",
  phrase: "export calls and who was called",
  method: "GET",
  path: "/console/found-calls-export",
  output: ownAnswer<FileAnswer>(),
  allow: roles,
  isFile: true,
});
