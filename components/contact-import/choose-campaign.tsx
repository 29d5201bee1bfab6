import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { ListBar } from "@/components/list/list-bar";
import { matchingRows } from "@/components/list/list-spec";
import { QueryView } from "@/components/query/query-view";
import { recordList } from "@/components/registry/record-list";
import { dash, registryColumns } from "@/components/registry/registry-columns";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { sectionClass } from "@/components/ui/page/section";
import { StateSection } from "@/components/ui/page/state-message";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { type KnownCampaign, listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { idToPath } from "@/lib/contract/identifier";
import { countOf } from "@/lib/format/format-count";

type ChooseCampaignProps = {
  heading: ReactNode;
  /** Called instead of opening the import page of the campaign. */
  onChoose?: (campaign_id: string) => void;
};

/** Lists the campaigns to import into. Ended campaigns come last. */
export function ChooseCampaign({ heading, onChoose }: ChooseCampaignProps) {
  const campaigns = useQuery(read(listKnownCampaigns, {}));
  return (
    <div className="border-t border-rule">
      <div className="px-(--gutter) pt-4 pb-3">{heading}</div>
      <QueryView
        query={campaigns}
        label="the campaigns"
        isEmpty={({ data }) => data.length === 0}
        empty={
          <StateSection kind="empty" heading="No campaigns yet" level={3}>
            A campaign is listed here once someone opens or adds it.
          </StateSection>
        }
      >
        {({ value }) => <Campaigns all={value.data} onChoose={onChoose} />}
      </QueryView>
    </div>
  );
}

const list = recordList("campaigns");

type CampaignsProps = { all: readonly KnownCampaign[]; onChoose: ChooseCampaignProps["onChoose"] };

function Campaigns({ all, onChoose }: CampaignsProps) {
  const url = useUrlState();
  const rows = matchingRows<KnownCampaign>(list, all, url.get)
    .filter(({ not_found_since }) => !not_found_since)
    .toSorted((one, other) => stageRank(one) - stageRank(other));
  return (
    <>
      <ListBar spec={list} />
      <DataTable
        name="import campaigns"
        caption="Campaigns to import into"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        // With a list, the link stays on the page, so that leaving is not asked about.
        rowHref={({ id }) => (onChoose ? url.href({ campaign: id }) : `/campaigns/${idToPath(id)}/contacts`)}
        {...(onChoose ? { onOpen: ({ id }: KnownCampaign) => onChoose(id) } : {})}
      />
      {rows.length === 0 && (
        <p className={`${sectionClass} text-sm/[17px] text-ink-3`}>No campaign has this name or ID.</p>
      )}
    </>
  );
}

const stageOrder = ["unstarted", "paused", "running", undefined, "ended"];
const stageRank = ({ status }: KnownCampaign) => stageOrder.indexOf(stageOf(status));

const { nameWithId, status } = registryColumns("campaigns");

const columns: readonly DataColumn<KnownCampaign>[] = [
  nameWithId,
  status,
  {
    id: "contacts",
    header: "Contacts",
    cell: ({ handled }) => (handled ? countOf(handled.total, "contact") : dash),
    fit: true,
    num: true,
    className: "max-narrow:text-left",
  },
  {
    id: "changed",
    header: "Last change",
    cell: ({ changed_at }) => (changed_at ? <TimeText at={changed_at} variant="moment" quiet /> : dash),
    fit: true,
    className: "max-narrow:hidden",
  },
];
