import type { RuleId } from "@/lib/contract/console/alert-rule-ids";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import type { Alert, AlertGroup } from "@/lib/contract/console/alerts";
import { formatCount } from "@/lib/format/format-count";

type Sentence = Pick<Alert, "subject" | "message">;

const maxNamed = 2;

/** Groups alerts by rule, snoozed ones apart, in the order of their first alerts. */
export function groupsOf(alerts: readonly Alert[]): AlertGroup[] {
  const byKey = new Map<string, [Alert, ...Alert[]]>();
  for (const alert of alerts) {
    const key = `${alert.rule} ${alert.snoozed !== null}`;
    const group = byKey.get(key);
    if (group) group.push(alert);
    else byKey.set(key, [alert]);
  }
  return [...byKey.values()].map(groupOf);
}

function groupOf(group: [Alert, ...Alert[]]): AlertGroup {
  const [first] = group;
  const { id, rule, tone, is_phone, changed_at, href, link, snoozed } = first;
  const isOnly = group.length === 1;
  return {
    ...{ rule, tone, snoozed, count: group.length, is_phone: isOnly && is_phone, ...groupSentence(rule, group) },
    why: isOnly ? first.why : reasonOf(group),
    since: group.reduce((earliest, { since }) => (since < earliest ? since : earliest), first.since),
    only: isOnly ? { id, changed_at, href, link } : null,
    owners: [...new Set(group.flatMap(({ owner }) => owner ?? []))],
    open: group.filter(({ owner }) => owner === null).length,
    is_mine: group.every(({ is_mine }) => is_mine),
  };
}

/** "64 phone numbers", "are suspended." A single alert keeps its own sentence. */
export function groupSentence(rule: RuleId, alerts: readonly [Sentence, ...Sentence[]]): Sentence {
  const [{ subject, message }] = alerts;
  if (alerts.length === 1) return { subject, message };
  const [subjects, usual] = ruleKinds[rule].many;
  const isSame = message.startsWith("is ") && alerts.every((alert) => alert.message === message);
  return {
    subject: `${formatCount(alerts.length)} ${subjects}`,
    message: isSame ? message.replace("is ", "are ") : usual,
  };
}

/** "CRM bridge, Calendar key and 5 more: provider answered 401". The reason is left out unless all share it. */
function reasonOf(group: readonly [Alert, ...Alert[]]): string {
  const [{ why }] = group;
  const names = group.slice(0, maxNamed).map(nameOf);
  const rest = group.length - maxNamed;
  const named = rest > 0 ? `${names.join(", ")} and ${formatCount(rest)} more` : names.join(" and ");
  return why && group.every((alert) => alert.why === why) ? `${named}: ${why}` : named;
}

/** The record's name. A subject that is a count needs the whole sentence. */
const nameOf = ({ subject, message, is_phone }: Alert) =>
  is_phone || !/^\d/.test(subject) ? subject : `${subject} ${message.replace(/\.$/, "")}`;
