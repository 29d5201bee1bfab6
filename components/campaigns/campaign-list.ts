import type { LocalListSpec } from "@/components/list/list-spec";
import { recordSearch } from "@/components/registry/record-list";
import { countOptions } from "@/components/ui/fields/count-options";
import { clock } from "@/lib/clock";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { shortenId } from "@/lib/format/format-raw";

const dayMs = 86_400_000;

const changeSpans = [
  { value: "hour", label: "In the last hour", ms: dayMs / 24 },
  { value: "day", label: "In the last 24 hours", ms: dayMs },
  { value: "week", label: "In the last 7 days", ms: 7 * dayMs },
];

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
    {
      ...{ kind: "choice", param: "changed", label: "Last change", options: changeSpans },
      phrase: (shown) => `a change ${shown.toLowerCase()}`,
      matches: ({ changed_at }, value) =>
        Date.parse(changed_at ?? "") >= clock.nowMs() - (changeSpans.find((span) => span.value === value)?.ms ?? 0),
    },
  ],
};
