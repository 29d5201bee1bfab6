import type { Tone } from "@/components/ui/buttons/status-icon";
import type { LogEntry } from "@/lib/client/webhook-log";
import type { Credential } from "@/lib/contract/api/credentials";
import type { PhoneNumber, PlanLimits } from "@/lib/contract/api/phone-numbers";
import type { Webhook } from "@/lib/contract/api/webhooks";
import type { SentAnswer } from "@/lib/contract/console/audit";
import type { SavedRecord } from "@/lib/contract/console/saved";

export type ToneOf = (resource: string, field: string, word: unknown) => Tone;

/** What was read; whatever was not, or may not be, is absent and needs nobody. */
export type Known = {
  toneOf: ToneOf;
  nameOf: (assistant_id: string) => string | undefined;
  isAdmin: boolean;
  credentials?: readonly Credential[] | undefined;
  numbers?: readonly PhoneNumber[] | undefined;
  plan?: PlanLimits | undefined;
  webhooks?: readonly Webhook[] | undefined;
  /** Entries of the last 24 hours, and those that came without a time. */
  recent?: readonly LogEntry[] | undefined;
  saved?: readonly SavedRecord[] | undefined;
  /** What was answered of late to sends from here. */
  answers?: readonly SentAnswer[] | undefined;
  drift?: readonly DriftSeen[] | undefined;
  connection?: ConnectionSeen | undefined;
};

type DriftSeen = { operation: string; path: string; kind: string; came: string; last_seen_at: string };

type ConnectionSeen = {
  is_answering: boolean;
  is_faulty: boolean;
  last_answer_at: string | null;
  last_problem: string | null;
  is_disk_low?: boolean;
};

/** One row of "Needs someone". */
export type AttentionItem = {
  /** Names the row and what it says: once either changes, a row that was set aside comes back. */
  key: string;
  tone: Tone;
  subject: string;
  isPhone?: boolean;
  message: string;
  why: string;
  at?: string | undefined;
  href: string;
  link: string;
};

const longestKey = 300;

export const needKey = (...parts: readonly unknown[]) => parts.map(String).join(" ").slice(0, longestKey);

export const address = (path: string, search: Record<string, string>) => `${path}?${new URLSearchParams(search)}`;
