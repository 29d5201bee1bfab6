import { useMay } from "@/components/query/use-me";
import { TextLink } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { setCampaignHours } from "@/lib/contract/console/automation/hours";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { idToPath } from "@/lib/contract/identifier";
import { nightSentence } from "./night-messages";

/** For a campaign that runs into the night of the people it calls. */
export function NightNote({ campaign: { id, night } }: { campaign: Pick<KnownCampaign, "id" | "night"> }) {
  const maySet = useMay(setCampaignHours);
  if (!night) return null;
  return (
    <span className="mt-0.5 block text-sm/[17px] text-wait-ink">
      <StatusIcon tone="wait" tinted className="mr-1.5 inline align-[-1px]" />
      {nightSentence(night)}. {maySet && <TextLink href={`/campaigns/${idToPath(id)}?ask=hours`}>Set hours…</TextLink>}
    </span>
  );
}
