import type { DataColumn } from "@/components/data-table/data-columns";
import { CampaignDone, CampaignEnd } from "@/components/registry/campaign-cells";
import { expectedEnd } from "@/components/registry/expected-end";
import { registryColumns } from "@/components/registry/registry-columns";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { rateOf } from "@/lib/format/format-count";

const twoLines = "narrow:py-[7px] [td&]:whitespace-normal";

const { select, name, status } = registryColumns("campaigns");

export const campaignColumns: readonly DataColumn<KnownCampaign>[] = [
  select,
  name,
  status,
  {
    id: "done",
    header: "Done",
    cell: (campaign) => <CampaignDone campaign={campaign} />,
    sortBy: ({ handled }) => handled && handled.count / Math.max(1, handled.total),
    className: `${twoLines} narrow:w-[26%] narrow:max-mid:w-[20%] max-narrow:col-span-2 max-narrow:col-start-2`,
  },
  {
    id: "rate",
    header: "A minute",
    cell: (campaign) => <Rate campaign={campaign} />,
    sortBy: ({ pace }) => pace?.perMinute,
    fit: true,
    num: true,
    className: "max-narrow:col-start-2 max-narrow:text-left",
  },
  {
    id: "end",
    header: "Expected end",
    cell: (campaign) => <CampaignEnd campaign={campaign} />,
    sortBy: ({ pace, ended_at }) => pace?.endsAt ?? ended_at,
    className: `${twoLines} narrow:w-[15%] max-narrow:col-start-3 max-narrow:text-right`,
  },
];

function Rate({ campaign }: { campaign: KnownCampaign }) {
  const { pace } = campaign;
  if (pace?.perMinute == null || (expectedEnd(campaign).at === undefined && !pace.stillSince))
    return <span className="text-ink-3 max-narrow:hidden">–</span>;
  return (
    <span className={pace.stillSince ? "text-wait-ink" : ""}>
      {pace.stillSince && <StatusIcon tone="wait" tinted className="mr-1.5 inline align-[-1px]" />}
      {rateOf(pace.stillSince ? 0 : pace.perMinute)}
      <span className="narrow:sr-only"> a minute</span>
    </span>
  );
}
