import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { read } from "@/lib/client/query";
import { listWaiting } from "@/lib/contract/console/do-not-call";
import { countOf } from "@/lib/format/format-count";
import { Check, notePlaceholder } from "./check";

const pollMs = 5_000;

/** Blocked people of the campaigns, which a person confirms by their number. */
export type BlockedQuestion = {
  /** Undefined until it is known. */
  people: number | undefined;
  isConfirmed: boolean;
  confirm: (people: number | undefined) => void;
  isFailed: boolean;
};

/** A confirmation holds for that many people: if more are blocked meanwhile, it is asked again. */
export function useBlocked(campaign_id: string) {
  const [confirmed, confirm] = useState<{ campaign_id: string; people: number | undefined }>();
  const enabled = campaign_id !== "";
  const query = useQuery({ ...read(listWaiting, { campaign_id }), enabled, refetchInterval: pollMs });
  const people = query.data?.value.campaigns[0]?.people ?? (query.data ? 0 : undefined);
  const confirmedPeople = confirmed?.campaign_id === campaign_id ? confirmed.people : undefined;
  const isConfirmed = people === 0 || (people !== undefined && (confirmedPeople ?? 0) >= people);
  const isFailed = people === undefined && query.error !== null;
  const question: BlockedQuestion = {
    ...{ people, isConfirmed, isFailed },
    confirm: (people) => confirm({ campaign_id, people }),
  };
  // If the check fails, the server decides.
  return { question, isReady: isConfirmed || isFailed, confirmed_blocked: isConfirmed ? people : undefined };
}

/** Says nothing about people who were added on the platform, because their numbers are not known. */
export function BlockedCheck({ blocked }: { blocked: BlockedQuestion }) {
  const { people, isConfirmed, confirm, isFailed } = blocked;
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
      note="The platform cannot take one person out of a campaign."
      below={<ConfirmBlocked people={people} isConfirmed={isConfirmed} onConfirm={confirm} />}
    >
      <b className="font-[550]">{countOf(people, "waiting person is", "waiting people are")}</b> on the do-not-call list
    </Check>
  );
}

type ConfirmBlockedProps = {
  people: number;
  isConfirmed: boolean;
  onConfirm: (people: number | undefined) => void;
};

export const ConfirmBlocked = ({ people, isConfirmed, onConfirm }: ConfirmBlockedProps) => (
  <Checkbox
    className="mt-1.5"
    checked={isConfirmed}
    onChange={({ target }) => onConfirm(target.checked ? people : undefined)}
  >
    Call {people === 1 ? "this person" : `these ${countOf(people, "person", "people")}`} anyway
  </Checkbox>
);
