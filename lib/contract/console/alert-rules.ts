import { endCall } from "@/lib/contract/api/calls";
import { listCredentials } from "@/lib/contract/api/credentials";
import { causeNames } from "@/lib/contract/console/automation/pauses";
import { type Role, roles } from "@/lib/contract/operation";
import { type AlertTopic, type Audience, type RuleId, ruleIds } from "./alert-rule-ids";

type RuleKind = {
  topic: AlertTopic;
  title: string;
  /** Subject and rest of the sentence about several of its alerts. */
  many: readonly [subjects: string, message: string];
  description: string;
  /** Selectable limits, the default first. `value` is the stored form. */
  limits: readonly { value: string; label: string }[];
  audience: Audience;
  /** Roles that may see the rule's alerts. */
  allow: readonly Role[];
  /** Off by default. */
  isOff?: true;
  /** By default also sent in quiet hours. */
  isAlways?: true;
  /** Sent again every 24 h while the alert is open. */
  isDaily?: true;
};

const minutes = (...values: string[]) => values.map((value) => ({ value, label: `${value} min` }));

export const ruleKinds: Readonly<Record<RuleId, RuleKind>> = {
  deliveries_failing: {
    topic: "deliveries",
    title: "Deliveries fail",
    many: ["webhooks", "have deliveries that have not arrived."],
    description: "A webhook's deliveries are not delivered",
    limits: ["5/15", "1/5", "3/15", "20/15", "50/60"].map((value) => ({ value, label: countPerPeriod(value, "") })),
    audience: "admins_and_support",
    allow: roles,
  },
  deliveries_share: {
    topic: "deliveries",
    title: causeNames.deliveries_share,
    many: ["webhooks", "have too many deliveries that have not arrived."],
    description: "Of at least 20 deliveries of a webhook",
    limits: ["10/60", "2/60", "5/60", "25/60", "50/60"].map((value) => ({ value, label: countPerPeriod(value, "%") })),
    audience: "admins_and_support",
    allow: roles,
  },
  deliveries_late: {
    topic: "deliveries",
    title: "Deliveries are late",
    many: ["webhooks", "get deliveries late."],
    description: "Retried for longer, or arrived later",
    limits: minutes("15", "1", "5", "60", "360"),
    audience: "admins_and_support",
    allow: roles,
  },
  credential_sync: {
    topic: "numbers",
    title: "A credential does not sync",
    many: ["credentials", "are failing to sync."],
    description: "Its status means Problem",
    limits: [],
    audience: "admins",
    allow: listCredentials.allow,
  },
  number_suspended: {
    topic: "numbers",
    title: "A number is suspended",
    many: ["phone numbers", "are not in service."],
    description: "Its status means Problem",
    limits: [],
    audience: "everyone",
    allow: roles,
    isAlways: true,
  },
  tool_missing: {
    topic: "campaigns",
    title: "A tool is missing",
    many: ["records", "use a tool that is missing."],
    description: "A published workflow or assistant uses it",
    limits: [],
    audience: "admins_and_support",
    allow: roles,
  },
  campaign_still: {
    topic: "campaigns",
    title: "A campaign stalls",
    many: ["campaigns", "have stalled."],
    description: "Running, in calling hours, nothing moves",
    limits: minutes("10", "2", "5", "20", "60"),
    audience: "campaign_managers",
    allow: roles,
  },
  campaign_ended: {
    topic: "campaigns",
    title: "A campaign ends",
    many: ["campaigns", "have ended."],
    description: "Any way it ends",
    limits: [],
    audience: "campaign_managers",
    allow: roles,
  },
  calls_failing: {
    topic: "campaigns",
    title: causeNames.calls_failing,
    many: ["campaigns", "have too many failed calls."],
    description: "Of at least 20 contacts of a campaign",
    limits: ["20/15", "10/15", "30/15", "50/15", "20/60"].map((value) => ({
      value,
      label: countPerPeriod(value, "%"),
    })),
    audience: "campaign_managers",
    allow: roles,
    isOff: true,
  },
  action_failed: {
    topic: "campaigns",
    title: "A scheduled action fails",
    many: ["scheduled actions", "failed."],
    description: "Missed, refused, or its outcome is unknown",
    limits: [],
    audience: "campaign_managers",
    allow: roles,
    isAlways: true,
  },
  blocked_waiting: {
    topic: "campaigns",
    title: "A scheduled start waits for an answer",
    many: ["campaigns", "wait for an answer about blocked people."],
    description: "People on the do-not-call list are waiting in it",
    limits: [],
    audience: "campaign_managers",
    allow: roles,
    isAlways: true,
  },
  blocked_called: {
    topic: "campaigns",
    title: "A blocked number was called",
    many: ["blocked numbers", "were called."],
    description: "The call began after the number was blocked",
    limits: [],
    audience: "campaign_managers",
    allow: ["admin", "campaign_manager"],
    isAlways: true,
  },
  balance_low: {
    topic: "numbers",
    title: causeNames.balance_low,
    many: ["balances", "are low."],
    description: "Below the minimum, or it will be soon",
    limits: [
      { value: "7", label: "within 7 days" },
      { value: "0", label: "once below" },
      { value: "3", label: "within 3 days" },
      { value: "14", label: "within 14 days" },
    ],
    audience: "admins",
    allow: roles,
    isDaily: true,
  },
  plan_full: {
    topic: "numbers",
    title: "Few numbers are left on the plan",
    many: ["plans", "have few free numbers."],
    description: "Numbers that can still be added, pending ones counted",
    limits: [
      { value: "1", label: "at 1 left" },
      { value: "0", label: "once full" },
      { value: "2", label: "at 2 left" },
      { value: "5", label: "at 5 left" },
      { value: "10", label: "at 10 left" },
    ],
    audience: "admins",
    allow: roles,
  },
  events_silent: {
    topic: "deliveries",
    title: "Expected events are missing",
    many: ["expected events", "no longer arrive."],
    description: "A daily event stops arriving",
    limits: ["6", "2", "12", "24"].map((value) => ({ value, label: `${value} h` })),
    audience: "admins",
    allow: roles,
  },
  events_missing: {
    topic: "deliveries",
    title: "Events stop arriving here",
    many: ["kinds of events", "no longer arrive at Switchboard."],
    description: "The platform's log says they were delivered",
    limits: minutes("15", "5", "60", "240"),
    audience: "admins",
    allow: roles,
  },
  events_refused: {
    topic: "deliveries",
    title: "Events are refused here",
    many: ["addresses", "refuse events."],
    description: "Their signature is missing or not valid",
    limits: minutes("60", "15", "240"),
    audience: "admins",
    allow: roles,
  },
  calls_unended: {
    topic: "deliveries",
    title: "Calls start but do not end",
    many: ["webhooks", "miss the ends of calls."],
    description: "Fewer ends than starts in 24 h",
    limits: ["10", "3", "25", "100"].map((value) => ({ value, label: `by ${value} calls` })),
    audience: "admins",
    allow: roles,
  },
  call_long: {
    topic: "campaigns",
    title: "A call is too long",
    many: ["calls", "have lasted or rung too long."],
    description: "Longer than its assistant's maximum, or rings over 3 min",
    limits: ["2", "0", "5", "10"].map((value) => ({ value, label: `by ${value} min` })),
    audience: "nobody",
    allow: endCall.allow,
  },
  platform_silent: {
    topic: "switchboard",
    title: "The platform does not answer",
    many: ["platforms", "do not answer."],
    description: "Or it refuses the key",
    limits: minutes("2", "1", "5", "10"),
    audience: "admins",
    allow: roles,
    isAlways: true,
  },
  record_changed: {
    topic: "switchboard",
    title: "A record changed outside Switchboard",
    many: ["records", "changed outside Switchboard."],
    description: "Assistant, workflow, tool, number or webhook",
    limits: [],
    audience: "nobody",
    allow: ["admin"],
    isOff: true,
  },
  disk_low: {
    topic: "switchboard",
    title: "Switchboard's disk is nearly full",
    many: ["disks", "are nearly full."],
    description: "Nothing is sent until space is freed",
    limits: [],
    audience: "admins",
    allow: ["admin"],
    isAlways: true,
  },
  collector_behind: {
    topic: "switchboard",
    title: "Switchboard is behind",
    many: ["kinds of data", "have not been refreshed lately."],
    description: "Its data has not been refreshed lately",
    limits: minutes("30", "15", "60", "240"),
    audience: "admins",
    allow: ["admin"],
  },
  backup_old: {
    topic: "switchboard",
    title: "There is no recent backup",
    many: ["installations", "have no recent backup."],
    description: "The last complete one is too old",
    limits: ["30", "54", "174"].map((value) => ({ value, label: `${value} h` })),
    audience: "admins",
    allow: ["admin"],
  },
};

/** "5/15" becomes "5 in 15 min". */
function countPerPeriod(value: string, unit: string) {
  const [count, minutes] = value.split("/");
  return `${count}${unit} in ${minutes} min`;
}

export const topics: Readonly<Record<AlertTopic, { title: string; description: string }>> = {
  deliveries: { title: "Deliveries", description: "Webhooks fail or are late, events stop arriving." },
  numbers: { title: "Numbers and credit", description: "A number or credential fails, credit or numbers run low." },
  campaigns: { title: "Campaigns", description: "One stalls, ends or calls a blocked number, or a tool is missing." },
  switchboard: { title: "Switchboard itself", description: "The platform does not answer, no backup, disk full." },
};

export const rulesOf = (topic: AlertTopic) => ruleIds.filter((id) => ruleKinds[id].topic === topic);

export const rulesFor = (role: Role) => ruleIds.filter((id) => ruleKinds[id].allow.includes(role));
