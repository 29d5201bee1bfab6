import { useMe } from "@/components/query/use-me";
import { endCall } from "@/lib/contract/api/calls";
import type { Operation } from "@/lib/contract/operation";

const { onlyInCampaigns = [] }: Operation = endCall;

/** Why the user's role cannot end a call of this campaign, or of none; undefined if it can. The server checks it again. */
export function useEndOff(campaign_id: string | null | undefined): string | undefined {
  const isLimited = onlyInCampaigns.includes(useMe().role);
  return isLimited && !campaign_id ? "Campaign managers end calls of campaigns only" : undefined;
}
