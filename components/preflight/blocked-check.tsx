import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { read } from "@/lib/client/query";
import { listWaiting, type WaitingCampaign } from "@/lib/contract/console/do-not-call";
import { countOf } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { Check, notePlaceholder } from "./check";

const pollMs = 5_000;

/** Blocked people of the campaigns, which a person confirms by their number. */
export type BlockedQuestion = {
  /** Undefined until it is known. */
  people: number | undefined;
  /** Campaigns with such people, if several were asked about. */
  among: readonly WaitingCampaign[];
  isConfirmed: boolean;
  confirm: (people: number | undefined) => void;
  isFailed: boolean;
};

/** A confirmation holds for that many people: if more are blocked meanwhile, it is asked again. No campaign needs none. */
export function useBlocked(campaignIds: readonly string[]) {
  const key = campaignIds.join(" ");
  const [confirmed, confirm] = useState<{ key: string; people: number | undefined }>();
  const [only, ...more] = campaignIds;
  const query = useQuery({
    ...read(listWaiting, only !== undefined && more.length === 0 ? { campaign_id: only } : {}),
    enabled: only !== undefined,
    refetchInterval: pollMs,
  });
  const found = query.data?.value.campaigns.filter(({ campaign_id }) => campaignIds.includes(campaign_id));
  const people = only === undefined ? 0 : found?.reduce((sum, campaign) => sum + campaign.people, 0);
  const confirmedPeople = confirmed?.key === key ? confirmed.people : undefined;
  const isConfirmed = people === 0 || (people !== undefined && (confirmedPeople ?? 0) >= people);
  const isFailed = people === undefined && query.error !== null;
  const question: BlockedQuestion = {
    ...{ people, isConfirmed, isFailed, among: more.length > 0 ? (found ?? []) : [] },
    confirm: (people) => confirm({ key, people }),
  };
  const confirmedOf = (id: string) =>
    isConfirmed && campaignIds.includes(id)
      ? (found?.find(({ campaign_id }) => campaign_id === id)?.people ?? 0)
      : undefined;
  // If the check fails, the server decides.
  return { question, isReady: isConfirmed || isFailed, confirmedOf };
}

/** Says nothing about people who were added on the platform, because their numbers are not known. */
export function BlockedCheck({ blocked }: { blocked: BlockedQuestion }) {
  const { people, among, isConfirmed, confirm, isFailed } = blocked;
  if (people === undefined)
    return (
      <Check tone={isFailed ? "unknown" : "live"} note={notePlaceholder}>
        {isFailed ? "Could not check" : "Checking"} who of them is on the do-not-call list
      </Check>
    );
  if (people === 0) return <Check tone="ok">Nobody who was uploaded here is on the do-not-call list</Check>;
  return (
    <Check
      tone="wait"
      note={`${among.map(amongText).join("")}The platform cannot take one person out of a campaign.`}
      below={
        <Checkbox
          className="mt-1.5"
          checked={isConfirmed}
          onChange={({ target }) => confirm(target.checked ? people : undefined)}
        >
          Call {people === 1 ? "this person" : `these ${countOf(people, "person", "people")}`} anyway
        </Checkbox>
      }
    >
      <b className="font-[550]">{countOf(people, "waiting person is", "waiting people are")}</b> on the do-not-call list
    </Check>
  );
}

const amongText = ({ campaign_id, name, people }: WaitingCampaign) =>
  `${visibleControls(name ?? campaign_id)}: ${countOf(people, "person", "people")}. `;
