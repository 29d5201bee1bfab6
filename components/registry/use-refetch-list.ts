import { useQueryClient } from "@tanstack/react-query";
import { listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { resourceOf, verbOf } from "@/lib/contract/operation";

/** Returns a function that refetches the list of campaigns, which a change of the registry does not invalidate. */
export function useRefetchList(resource: string) {
  const client = useQueryClient();
  const queryKey = [resourceOf(listKnownCampaigns), verbOf(listKnownCampaigns)];
  return () => void (resource === queryKey[0] && client.invalidateQueries({ queryKey }));
}
