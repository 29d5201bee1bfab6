import { throughOf } from "@/lib/contract/console/campaign-counters";
import type { CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { countOf } from "@/lib/format/format-count";

/** How many people events told of, beside the platform's own count; undefined where the two agree or nothing is counted. */
export function platformDifference(contacts: number, counts: CampaignProgress["counts"]): string | undefined {
  const through = throughOf(counts)?.through;
  if (through === undefined || through === contacts) return undefined;
  const people = (count: number) => countOf(count, "person", "people");
  return through > contacts
    ? `The platform counts ${people(through)} as done or failed. Of ${people(through - contacts)} no event came, or their calls were before the first event.`
    : `The platform counts ${people(through)} as done or failed. The others are in progress, or will be called again.`;
}
