export const alertTones = ["fault", "wait", "done"] as const;
export const audiences = [
  "everyone",
  "admins",
  "admins_and_support",
  "campaign_managers",
  "support",
  "nobody",
] as const;
export type Audience = (typeof audiences)[number];
export const recipientKinds = ["email", "post", "slack"] as const;
/** Groups of rules, by which people choose who is notified, also at night. */
export const alertTopics = ["deliveries", "numbers", "campaigns", "switchboard"] as const;
export type AlertTopic = (typeof alertTopics)[number];
export type RecipientKind = (typeof recipientKinds)[number];

export const ruleIds = [
  "deliveries_failing",
  "deliveries_share",
  "deliveries_late",
  "credential_sync",
  "number_suspended",
  "tool_missing",
  "campaign_still",
  "campaign_ended",
  "calls_failing",
  "action_failed",
  "blocked_waiting",
  "blocked_called",
  "balance_low",
  "plan_full",
  "events_silent",
  "events_missing",
  "events_refused",
  "calls_unended",
  "call_long",
  "platform_silent",
  "record_changed",
  "disk_low",
  "collector_behind",
  "backup_old",
] as const;
export type RuleId = (typeof ruleIds)[number];

const seenRules: readonly string[] = [
  "credential_sync",
  "number_suspended",
  "tool_missing",
  "balance_low",
  "plan_full",
  "record_changed",
] satisfies RuleId[];

/** True if alerts of the rule begin when a poll met a record that may have changed before. Then only "seen since" is true. */
export const isSeenSince = (rule: string) => seenRules.includes(rule);
