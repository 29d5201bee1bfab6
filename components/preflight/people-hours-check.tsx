import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNow } from "@/components/ui/time/use-now";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { listGuardRails } from "@/lib/contract/console/automation/guard-rails";
import { type CallingHours, hoursOf, isWithin } from "@/lib/contract/console/campaign-hours";
import { listPeople } from "@/lib/contract/console/contact-lists";
import { Check, notePlaceholder } from "./check";
import { hoursRailOf } from "./hours-check";
import { PeopleHours } from "./people-hours";

type PeopleHoursCheckProps = {
  campaign_id: string;
  /** The campaign's own calling hours, if they are known. */
  hours: CallingHours | undefined;
  /** The moment for which it is checked; undefined for now. */
  atMs: number | undefined;
};

export function useCallMoment({ campaign_id, hours: ownHours, atMs }: PeopleHoursCheckProps) {
  const [openedMs] = useState(() => clock.nowMs());
  const nowMs = useNow(60_000) ?? openedMs;
  const rails = useQuery(read(listGuardRails, {}));
  const rail = hoursRailOf(rails.data?.value.data, campaign_id);
  const ms = atMs ?? nowMs;
  // A closed guard rail pauses the campaign only after calls have begun.
  const hours = ownHours ?? (rail && isWithin(rail.limit, ms) ? hoursOf(rail.limit) : undefined);
  const isReady = ownHours !== undefined || rails.data !== undefined || rails.error !== null;
  return { moment: { hours, atMs: ms }, isReady };
}

export function PeopleHoursCheck(props: PeopleHoursCheckProps) {
  const { moment, isReady } = useCallMoment(props);
  const { data, error } = useQuery(read(listPeople, { campaign_id: props.campaign_id }));
  if (data && isReady) return <PeopleHours people={data.value.data} moment={moment} />;
  return (
    <Check tone={error ? "unknown" : "live"} note={notePlaceholder}>
      {error ? "Could not check" : "Checking"} what time it is for these people
    </Check>
  );
}
