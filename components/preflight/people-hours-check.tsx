import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNow } from "@/components/ui/time/use-now";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { type CallingHours, hoursOf, isWithin } from "@/lib/contract/console/campaign-hours";
import { listPeople } from "@/lib/contract/console/contact-lists";
import { Check, notePlaceholder } from "./check";
import { useAdminHours } from "./hours-check";
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
  const admins = useAdminHours(campaign_id);
  const ms = atMs ?? nowMs;
  // Hours for all campaigns that are closed pause the campaign only after calls have begun.
  const hours = ownHours ?? (admins.hours && isWithin(admins.hours, ms) ? hoursOf(admins.hours) : undefined);
  return { moment: { hours, atMs: ms }, isReady: ownHours !== undefined || admins.isReady };
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
