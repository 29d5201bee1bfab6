"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { QueryView } from "@/components/query/query-view";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { ButtonLink } from "@/components/ui/buttons/button";
import { SearchField } from "@/components/ui/fields/search-field";
import { PageHead } from "@/components/ui/page/page-head";
import { barClass, sectionClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { type KnownCampaign, listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { knownName } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import { countOf, formatCount } from "@/lib/format/format-count";
import { shortenId, visibleControls } from "@/lib/format/format-raw";

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
        label="the campaigns known here"
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
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const rows = all
    .filter(({ not_found_since }) => !not_found_since)
    .filter(({ label, name, id }) => [label, name, id].some((value) => value?.toLowerCase().includes(wanted)))
    .toSorted((one, other) => stageRank(one) - stageRank(other));
  return (
    <>
      <search className={barClass()}>
        <SearchField
          label="Name or ID"
          className="w-[212px]"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
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

const nameOf = (campaign: KnownCampaign) => visibleControls(knownName(campaign) ?? campaign.id);

const columns: readonly DataColumn<KnownCampaign>[] = [
  {
    id: "name",
    header: "Name",
    cell: (campaign) => (
      <span className="inline-block max-w-full align-middle">
        <b className="block truncate font-[550]" title={nameOf(campaign)}>
          {nameOf(campaign)}
        </b>
        <span className="block truncate font-mono text-sm/[17px] tracking-[-0.02em] text-ink-3" title={campaign.id}>
          {shortenId(campaign.id)}
          {campaign.far && (
            <span className="font-sans tracking-normal narrow:hidden">, {countOf(campaign.far.total, "contact")}</span>
          )}
        </span>
      </span>
    ),
    isRowHeader: true,
    className: "narrow:py-[7px] [td&]:whitespace-normal",
  },
  { id: "status", header: "Status", cell: ({ status }) => <StatusCell status={status} />, fit: true },
  {
    id: "contacts",
    header: "Contacts",
    cell: ({ far }) => (far ? formatCount(far.total) : "–"),
    fit: true,
    num: true,
    className: "max-narrow:hidden",
  },
  {
    id: "changed",
    header: "Last change",
    cell: ({ changed_at }) => (changed_at ? <TimeText at={changed_at} variant="moment" quiet /> : "–"),
    fit: true,
    className: "max-narrow:hidden",
  },
];

function StatusCell({ status }: { status: string | null }) {
  const toneOf = useStatusMeaning("campaigns");
  return status === null ? "–" : <Status word={status} tone={toneOf("status", status)} />;
}
