"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { DataTable } from "@/components/data-table/data-table";
import type { TableSort } from "@/components/data-table/data-table-head";
import { goneRowClass } from "@/components/data-table/data-table-row";
import { TableFoot } from "@/components/data-table/table-foot";
import { TableTools } from "@/components/data-table/table-tools";
import { QueryView } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { followed, useWatch } from "@/components/query/use-watch";
import { OpenSample } from "@/components/registry/open-sample";
import { RowSelection } from "@/components/registry/row-selection";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button, ButtonLink } from "@/components/ui/buttons/button";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import { countLabel, FilterChip } from "@/components/ui/fields/filter-chip";
import { Switch } from "@/components/ui/fields/switch";
import { UrlSearchField } from "@/components/ui/fields/url-search-field";
import { PageHead } from "@/components/ui/page/page-head";
import { barClass, sectionClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { read } from "@/lib/client/query";
import { pauseCampaign, uploadContacts } from "@/lib/contract/api/campaigns";
import { type KnownCampaign, listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { idToPath } from "@/lib/contract/identifier";
import { countOf } from "@/lib/format/format-count";
import { shortenId } from "@/lib/format/format-raw";
import {
  assistantOf,
  type CampaignFilters,
  campaignColumns,
  changeSpans,
  filterCampaigns,
  rowColumns,
} from "./campaign-rows";
import { campaignRecord } from "./progress-messages";
import { type Bulk, BulkOutcome, useBulk } from "./use-bulk";

const BulkBar = deferred(async () => (await import("./bulk-bar")).BulkBar);

const PauseAllDialog = deferred(async () => (await import("./pause-all")).PauseAllDialog);

const AddCampaigns = deferred(async () => (await import("./add-campaigns")).AddCampaigns);

const none: readonly KnownCampaign[] = [];
const noList = "The platform has no campaign list: campaigns appear here once someone opens or adds them.";

export function CampaignsScreen() {
  const url = useUrlState();
  const watch = useWatch();
  const mayImport = useMay(uploadContacts);
  const mayPause = useMay(pauseCampaign);
  const known = useQuery(followed(read(listKnownCampaigns, {}), watch.isWatching));
  useAtRest(BulkBar.load);
  useAtRest(AddCampaigns.load);
  useAtRest(PauseAllDialog.load);
  const bulk = useBulk();
  const all = known.data?.value.data ?? none;
  const ask = (what: "add" | "pause-all" | undefined) => url.set({ ask: what }, { replaces: true });

  return (
    <>
      <PageHead
        title="Campaigns"
        actions={
          <>
            <Switch checked={watch.isWatching} onChange={watch.setIsWatching} className="mr-1">
              Live
            </Switch>
            {mayPause && (
              <Button icon="pause" aria-haspopup="dialog" onClick={() => ask("pause-all")}>
                Pause all running…
              </Button>
            )}
            {mayImport && (
              <ButtonLink icon="up" href="/import">
                Import contacts
              </ButtonLink>
            )}
            <Button variant="primary" icon="plus" aria-haspopup="dialog" onClick={() => ask("add")}>
              Add campaigns
            </Button>
          </>
        }
      >
        {all.length > 0 ? `${headMessage(all)} ${noList}` : noList}
      </PageHead>
      <BulkOutcome bulk={bulk} />
      <QueryView
        query={known}
        label="the campaigns known here"
        isEmpty={({ data }) => data.length === 0}
        empty={<NoCampaigns onAdd={() => ask("add")} />}
      >
        {() => <CampaignsTable all={all} bulk={bulk} />}
      </QueryView>
      {url.get("ask") === "add" && <AddCampaigns known={all} onClose={() => ask(undefined)} />}
      {mayPause && url.get("ask") === "pause-all" && <PauseAllDialog onClose={() => ask(undefined)} />}
    </>
  );
}

function headMessage(all: readonly KnownCampaign[]) {
  const running = all.filter(({ status }) => stageOf(status) === "running").length;
  return `${all.length} known here, ${running} running.`;
}

function NoCampaigns({ onAdd }: { onAdd: () => void }) {
  return (
    <div className={`${sectionClass} border-t border-rule`}>
      <StateMessage
        kind="empty"
        heading="No campaigns yet"
        level={2}
        actions={
          <>
            <Button icon="plus" aria-haspopup="dialog" onClick={onAdd}>
              Add campaigns
            </Button>
            <OpenSample resource="campaigns" />
          </>
        }
      >
        Add campaigns by ID, one or a whole column at once.
      </StateMessage>
    </div>
  );
}

type CampaignsTableProps = { all: readonly KnownCampaign[]; bulk: Bulk };

function CampaignsTable({ all, bulk }: CampaignsTableProps) {
  const url = useUrlState();
  const [sort, setSort] = useState<TableSort | undefined>({ id: "changed", desc: true });
  const filters: CampaignFilters = {
    text: url.get("text"),
    status: url.get("status"),
    assistant: url.get("assistant"),
    changed: url.get("changed"),
  };
  const found = filterCampaigns(all, filters);
  const ids = found.map(({ id }) => id).join("\n");
  const shown = useMemo(() => (ids === "" ? [] : ids.split("\n")), [ids]);
  const clear = () => url.set({ text: undefined, status: undefined, assistant: undefined, changed: undefined });

  return (
    <>
      <CampaignsBar all={all} found={found} filters={filters} />
      <RowSelection
        shown={shown}
        bar={(chosen, { choose, clear }) =>
          (chosen.length > 0 || bulk.state?.isSending) && (
            <BulkBar
              bulk={bulk}
              chosen={found.filter(({ id }) => chosen.includes(id))}
              onSent={(sent) => choose(sent, false)}
              onClear={clear}
            />
          )
        }
      >
        <DataTable
          name="campaigns"
          caption="Campaigns"
          columns={rowColumns}
          rows={found}
          rowId={rowId}
          sort={sort}
          onSortChange={setSort}
          rowHref={({ id }) => `/campaigns/${idToPath(id)}`}
          rowClassName={(row) => [rowClass, row.not_found_since && goneRowClass].filter(Boolean).join(" ")}
        />
        {found.length === 0 && (
          <p className={`${sectionClass} text-sm/[17px] text-ink-3`}>
            No campaign matches these filters.{" "}
            <button type="button" className={linkButtonClass} onClick={clear}>
              Clear filters
            </button>
          </p>
        )}
        <TableFoot end={<span>Running campaigns are read every 30 s, every 10 s while someone is looking</span>}>
          <span>
            {found.length === all.length ? "" : `${found.length} of `}
            {countOf(all.length, "campaign")}
            {sort?.id === "changed" && sort.desc && ", latest change first"}
          </span>
        </TableFoot>
      </RowSelection>
    </>
  );
}

const rowId = ({ id }: KnownCampaign) => id;

const rowClass = [
  "max-narrow:grid-cols-[28px_minmax(0,1fr)_fit-content(40%)]! narrow:has-checked:*:bg-pick! max-narrow:has-checked:bg-pick",
  "narrow:has-checked:*:first:[background:linear-gradient(var(--accent),var(--accent))_9px_50%/3px_16px_no-repeat,var(--pick)]!",
].join(" ");

type CampaignsBarProps = { all: readonly KnownCampaign[]; found: readonly KnownCampaign[]; filters: CampaignFilters };

function CampaignsBar({ all, found, filters }: CampaignsBarProps) {
  const url = useUrlState();
  const names = new Map(all.flatMap(({ assistant }) => (assistant ? [[assistant.id, assistant.name]] : [])));
  const nameOf = (id: string) => (id === "(none)" ? "No assistant" : (names.get(id) ?? shortenId(id)));
  return (
    <search className={barClass()}>
      <UrlSearchField label="Name or ID" className="w-[212px]" />
      <FilterChip
        name="Status"
        options={countLabel(all, ({ status }) => status ?? undefined)}
        value={filters.status}
        onChange={(status) => url.set({ status })}
      />
      <FilterChip
        name="Assistant"
        options={countLabel(all, assistantOf).map((each) => ({ ...each, label: nameOf(each.value) }))}
        value={filters.assistant}
        onChange={(assistant) => url.set({ assistant })}
      />
      <FilterChip
        name="Last change"
        options={changeSpans}
        value={filters.changed}
        onChange={(changed) => url.set({ changed })}
      />
      <span className="min-w-0 flex-1 max-narrow:hidden" />
      <TableTools name="campaigns" columns={campaignColumns} rows={found} recordOf={campaignRecord} />
    </search>
  );
}
