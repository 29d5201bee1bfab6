"use client";

import { useQuery } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { QueryView } from "@/components/query/query-view";
import { dash, registryColumns } from "@/components/registry/registry-columns";
import { filterRows } from "@/components/registry/registry-row";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { ButtonLink } from "@/components/ui/buttons/button";
import { UrlSearchField } from "@/components/ui/fields/url-search-field";
import { PageHead } from "@/components/ui/page/page-head";
import { barClass, sectionClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { type KnownCampaign, listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { idToPath } from "@/lib/contract/identifier";
import { countOf } from "@/lib/format/format-count";

/** Lists the campaigns to import into. Ended campaigns come last. */
export function ChooseCampaign() {
  const campaigns = useQuery(read(listKnownCampaigns, {}));
  return (
    <>
      <PageHead
        title="Import contacts"
        actions={
          <ButtonLink icon="plus" href="/campaigns?ask=add">
            Add campaigns
          </ButtonLink>
        }
      >
        Choose the campaign that the contacts go into.
      </PageHead>
      <QueryView
        query={campaigns}
        label="the campaigns"
        isEmpty={({ data }) => data.length === 0}
        empty={
          <div className={`${sectionClass} border-t border-rule`}>
            <StateMessage kind="empty" heading="No campaigns yet" level={2}>
              A campaign is listed here once someone opens or adds it.
            </StateMessage>
          </div>
        }
      >
        {({ value }) => <Campaigns all={value.data} />}
      </QueryView>
    </>
  );
}

function Campaigns({ all }: { all: readonly KnownCampaign[] }) {
  const url = useUrlState();
  const rows = filterRows(all, url.get)
    .filter(({ not_found_since }) => !not_found_since)
    .toSorted((one, other) => stageRank(one) - stageRank(other));
  return (
    <>
      <search className={barClass()}>
        <UrlSearchField label="Name or ID" className="w-[212px]" />
      </search>
      <DataTable
        name="import campaigns"
        caption="Campaigns to import into"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/campaigns/${idToPath(id)}/contacts`}
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
    cell: ({ far }) => (far ? countOf(far.total, "contact") : dash),
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
