import type { CampaignCounts } from "@/lib/contract/console/campaign-counters";
import type { CampaignPace } from "@/lib/contract/console/campaign-progress";
import { countOf, formatCount } from "@/lib/format/format-count";

type Message = { amount: string; sub: string };

/** "20%"; what is not nothing is never 0%, and what is not all never 100%. */
export function percent(part: number, whole: number): string {
  if (whole <= 0) return "0%";
  const share = Math.round((part / whole) * 100);
  return `${part > 0 && part < whole ? Math.min(99, Math.max(1, share)) : share}%`;
}

/** How many calls were made, and how many of them were answered, as far as the record counts them. */
export function callsMessage({ calls, answered, voicemail }: CampaignCounts, contacts: number): Message {
  if (!calls) return { amount: "Not counted", sub: "The record counts no calls" };
  const parts = [
    ...(answered ? [`${percent(answered.count, calls.count)} answered`] : []),
    ...(voicemail ? [`${countOf(voicemail.count, "reached voicemail", "reached voicemail")}`] : []),
  ];
  return {
    amount: formatCount(calls.count),
    sub: parts.join(", ") || `to ${countOf(contacts, "contact")}`,
  };
}

/** "1.9 a minute" and over how long that was. */
export function paceMessage({ perMinute, overMinutes }: CampaignPace): Message {
  if (perMinute === null) return { amount: "Not known yet", sub: "Two reads a minute apart are needed" };
  const rate = perMinute >= 100 ? formatCount(Math.round(perMinute)) : perMinute.toFixed(1);
  return { amount: `${rate} a minute`, sub: `in the last ${countOf(overMinutes, "minute")}` };
}
