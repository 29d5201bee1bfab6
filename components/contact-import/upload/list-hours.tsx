import { useQuery } from "@tanstack/react-query";
import { useHours } from "@/components/preflight/hours-check";
import { PeopleHours } from "@/components/preflight/people-hours";
import { useCallMoment } from "@/components/preflight/people-hours-check";
import type { ContactEngine } from "@/lib/contacts/engine";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { textIn } from "@/lib/format/json";
import type { useCampaignNow } from "./campaign-status";

type ListHoursProps = {
  campaign_id: string;
  now: ReturnType<typeof useCampaignNow>;
  engine: ContactEngine;
  /** SHA-256 of the prepared list. */
  listId: string;
};

export function ListHours({ campaign_id, now: { record, isRead }, engine, listId }: ListHoursProps) {
  const hours = useHours(record);
  const { moment, isReady } = useCallMoment({ campaign_id, hours, atMs: undefined });
  const stage = stageOf(textIn(record.status) ?? null);
  const isCalled = stage === "running" || (hours !== undefined && stage !== "ended");
  const counted = useQuery({
    queryKey: ["places of a list", listId],
    // Takes seconds for a long list.
    queryFn: () => engine.places(),
    enabled: isRead && isCalled,
    networkMode: "always",
  });
  const places = counted.data ?? [];
  if (!isReady || !isCalled || places.length === 0) return null;
  return (
    <ul className="rounded-2 border border-rule-2" aria-label="When they are called, in their own time">
      <PeopleHours people={{ places, others: 0 }} moment={moment} />
    </ul>
  );
}
