import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Notice } from "@/components/ui/page/notice";
import { read } from "@/lib/client/query";
import { listWaiting } from "@/lib/contract/console/do-not-call";
import { countOf } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { ConfirmBlocked } from "./blocked-check";

const pollMs = 5_000;

/** Blocked people who wait in several campaigns. They are confirmed by their number. */
export function useBlockedIn(campaigns: readonly { id: string }[]) {
  const [confirmed, confirm] = useState<number>();
  const { data, error } = useQuery({ ...read(listWaiting, {}), refetchInterval: pollMs });
  const found = data?.value.campaigns.filter(({ campaign_id }) => campaigns.some(({ id }) => id === campaign_id));
  const people = found?.reduce((sum, campaign) => sum + campaign.people, 0);
  const isConfirmed = people === 0 || (people !== undefined && (confirmed ?? 0) >= people);
  // If the check fails, the server decides.
  const isReady = isConfirmed || (people === undefined && error !== null);
  const byCampaign = new Map(isConfirmed ? found?.map(({ campaign_id, people }) => [campaign_id, people]) : []);
  return { found: found ?? [], people: people ?? 0, isConfirmed, isReady, confirm, byCampaign };
}

export function BlockedNotice({ blocked }: { blocked: ReturnType<typeof useBlockedIn> }) {
  const { found, people, isConfirmed, confirm } = blocked;
  if (people === 0) return null;
  return (
    <Notice
      tone="wait"
      className="mt-3"
      title={`${countOf(people, "waiting person is", "waiting people are")} on the do-not-call list`}
    >
      <ul>
        {found.map(({ campaign_id, name, people }) => (
          <li key={campaign_id}>
            {visibleControls(name ?? campaign_id)}: {countOf(people, "person", "people")}
          </li>
        ))}
      </ul>
      <p>The platform cannot take one person out of a campaign.</p>
      <ConfirmBlocked people={people} isConfirmed={isConfirmed} onConfirm={confirm} />
    </Notice>
  );
}
