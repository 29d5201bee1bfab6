import { useQueries } from "@tanstack/react-query";
import { read } from "@/lib/client/query";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { type CampaignPeople, listPeople } from "@/lib/contract/console/contact-lists";
import { Check, notePlaceholder } from "./check";
import { PeopleHours } from "./people-hours";

type CampaignsHoursProps = { campaigns: readonly KnownCampaign[]; nowMs: number };

/** When the people of several campaigns are first called, in their own time: one line for all that begin together. */
export function CampaignsHours({ campaigns, nowMs }: CampaignsHoursProps) {
  const called = campaigns.filter(({ counts }) => counts.waiting !== 0);
  const people = useQueries({ queries: called.map(({ id }) => read(listPeople, { campaign_id: id })) });
  const isReady = people.every(({ data }) => data !== undefined);
  const begins = called.map(({ opens_at }) => (opens_at ? Date.parse(opens_at) : nowMs));
  if (called.length === 0) return null;
  if (!isReady) {
    const hasFailed = people.some(({ error }) => error);
    return (
      <Check tone={hasFailed ? "unknown" : "live"} note={notePlaceholder}>
        {hasFailed ? "Could not check" : "Checking"} what time it is for these people
      </Check>
    );
  }
  const peopleAt = (atMs: number) =>
    people.flatMap(({ data }, index) => (begins[index] === atMs && data ? data.value.data : []));
  return [...new Set(begins)]
    .toSorted()
    .map((atMs) => <PeopleHours key={atMs} people={sumOf(peopleAt(atMs))} moment={{ hours: undefined, atMs }} />);
}

/** People of several campaigns by country and zones. The others are unknown if those of one campaign are. */
function sumOf(campaigns: readonly CampaignPeople[]): CampaignPeople {
  const places = new Map<string, CampaignPeople["places"][number]>();
  for (const place of campaigns.flatMap((campaign) => campaign.places)) {
    const key = [place.country, ...place.zones].join(" ");
    places.set(key, { ...place, people: place.people + (places.get(key)?.people ?? 0) });
  }
  const others = campaigns.map((campaign) => campaign.others);
  return {
    places: [...places.values()],
    others: others.reduce<number | null>((sum, each) => (sum === null || each === null ? null : sum + each), 0),
  };
}
