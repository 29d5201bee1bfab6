import { type CampaignNight, usualDay } from "@/lib/contract/console/people-hours";
import { countOf } from "@/lib/format/format-count";
import { clockText } from "@/lib/format/format-time";

/** "About 600 people would be called between 21:00 and 08:00 their time", without a full stop. */
export function nightSentence({ people }: CampaignNight): string {
  const [evening, morning] = [usualDay.end, usualDay.start].map((minute) => clockText(minute / 60, "00"));
  return `About ${countOf(people, "person", "people")} would be called between ${evening} and ${morning} their time`;
}
