import type { LocalListSpec } from "@/components/list/list-spec";
import { recordSearch } from "@/components/registry/record-list";
import { countOptions } from "@/components/ui/fields/count-options";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { shortenId } from "@/lib/format/format-raw";

const assistantOf = ({ assistant }: KnownCampaign) => assistant?.id ?? "(none)";

const assistantLabel = ({ assistant }: KnownCampaign) =>
  assistant ? (assistant.name ?? shortenId(assistant.id)) : "No assistant";

function assistantOptions(campaigns: readonly KnownCampaign[]) {
  const labels = new Map(campaigns.map((campaign) => [assistantOf(campaign), assistantLabel(campaign)]));
  return countOptions(campaigns, assistantOf, (id) => labels.get(id) ?? id);
}

export const campaignList: LocalListSpec<KnownCampaign> = {
  ...{ page: "campaigns", nouns: ["campaign", "campaigns"] },
  filters: [
    recordSearch,
    {
      ...{ kind: "choice", param: "status", label: "Status", token: "status" },
      optionsOf: (campaigns) => countOptions(campaigns, ({ status }) => status ?? undefined),
      matches: ({ status }, value) => status === value,
    },
    {
      ...{ kind: "choice", param: "assistant", label: "Assistant" },
      optionsOf: assistantOptions,
      matches: (campaign, value) => assistantOf(campaign) === value,
    },
  ],
};
