import { uniqueKeys } from "@/lib/client/unique-keys";
import type { LogEntry } from "@/lib/client/webhook-log";
import type { Credential } from "@/lib/contract/api/credentials";
import type { PhoneNumber, PlanLimits } from "@/lib/contract/api/phone-numbers";
import type { Webhook } from "@/lib/contract/api/webhooks";
import type { SentAnswer } from "@/lib/contract/console/audit";
import type { SavedRecord } from "@/lib/contract/console/saved";
import { credentialNeeds, webhookNeeds } from "./delivery-needs";
import { type DriftSeen, diskNeeds, driftNeeds, type LineSeen, lineNeeds } from "./house-needs";
import type { Need } from "./need";
import { planNeeds, suspendedNeeds, unattachedNeeds } from "./number-needs";
import type { ReadingOf } from "./use-readings";
import { wordNeeds } from "./word-needs";

/** What was read; whatever was not, or may not be, is absent and needs nobody. */
export type Known = {
  reading: ReadingOf;
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
  line?: LineSeen | undefined;
};

/** Everything that calls for a person, the most pressing kind first. */
export function needsOf(known: Known): Need[] {
  const needs = [
    ...diskNeeds(known),
    ...credentialNeeds(known),
    ...suspendedNeeds(known),
    ...planNeeds(known),
    ...webhookNeeds(known),
    ...unattachedNeeds(known),
    ...wordNeeds(known),
    ...driftNeeds(known),
    ...lineNeeds(known),
  ];
  const keys = uniqueKeys(needs.map(({ key }) => key));
  return needs.map((need, at) => ({ ...need, key: keys[at] ?? need.key }));
}
