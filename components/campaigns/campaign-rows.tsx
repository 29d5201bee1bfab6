"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { SelectAll, SelectRow, selectColumn } from "@/components/registry/row-selection";
import { useSendFault } from "@/components/send/use-send-fault";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { useCopy } from "@/components/ui/buttons/use-copy";
import { Menu, MenuItem } from "@/components/ui/overlay/menu";
import { TimeText } from "@/components/ui/time/time-text";
import { write } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { forgetRecord, knownName, saveRecord } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import { formatCount } from "@/lib/format/format-count";
import { shortenId, visibleControls } from "@/lib/format/format-raw";
import { CampaignBar } from "./campaign-bar";
import { expectedEnd, percent, rateOf } from "./progress-messages";

export const titleOf = (campaign: Pick<KnownCampaign, "label" | "name" | "id">) =>
  visibleControls(knownName(campaign) ?? campaign.id);

const quiet = "text-sm/[17px] text-ink-3";
const twoLines = "narrow:py-[7px] [td&]:whitespace-normal";

export const campaignColumns: readonly DataColumn<KnownCampaign>[] = [
  {
    id: "name",
    header: "Name",
    cell: (campaign) => <Named campaign={campaign} />,
    sortBy: titleOf,
    isRowHeader: true,
    className: `${twoLines} max-narrow:col-start-2 max-narrow:row-start-1`,
  },
  {
    id: "status",
    header: "Status",
    cell: (campaign) => <StatusCell campaign={campaign} />,
    sortBy: ({ status }) => status,
    fit: true,
    className:
      "[--fit:180px] max-desk:[--fit:148px] max-mid:[--fit:120px] max-narrow:col-start-3 max-narrow:row-start-1 max-narrow:text-right",
  },
  {
    id: "done",
    header: "Done",
    cell: (campaign) => <Done campaign={campaign} />,
    sortBy: ({ far }) => far && far.through / Math.max(1, far.total),
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
    cell: (campaign) => <End campaign={campaign} />,
    sortBy: ({ pace, ended_at }) => pace?.endsAt ?? ended_at,
    className: `${twoLines} narrow:w-[15%] max-narrow:col-start-3 max-narrow:text-right`,
  },
  {
    id: "changed",
    header: "Last change",
    cell: ({ changed_at }) =>
      changed_at ? <TimeText at={changed_at} variant="moment" quiet /> : <span className="text-ink-3">–</span>,
    sortBy: ({ changed_at }) => changed_at,
    fit: true,
    className: "max-narrow:hidden",
  },
  {
    id: "assistant",
    header: "Assistant",
    cell: ({ assistant }) => assistant?.name ?? (assistant ? <code>{shortenId(assistant.id)}</code> : "–"),
    sortBy: ({ assistant }) => assistant?.name ?? assistant?.id,
    fit: true,
    isHiddenAtFirst: true,
    className: "max-narrow:hidden",
  },
];

/** The columns, between the checkbox and the menu of a row. */
export const rowColumns: readonly DataColumn<KnownCampaign>[] = [
  {
    ...selectColumn,
    headerNote: <SelectAll />,
    cell: (campaign) => <SelectRow id={campaign.id} title={titleOf(campaign)} />,
    className: "narrow:w-11 [td&]:overflow-visible max-narrow:col-start-1 max-narrow:row-start-1",
  },
  ...campaignColumns,
  {
    id: "more",
    header: "",
    headerNote: <span className="sr-only">More</span>,
    cell: (campaign) => <RowMenu campaign={campaign} />,
    className: "narrow:w-14 text-right [td&]:overflow-visible [td&]:text-clip max-narrow:hidden",
  },
];

function Named({ campaign }: { campaign: KnownCampaign }) {
  return (
    <span className="inline-block max-w-full align-middle">
      <b
        className={`block truncate ${campaign.not_found_since ? "font-normal" : "font-[550]"}`}
        title={titleOf(campaign)}
      >
        {titleOf(campaign)}
      </b>
      <span className="block truncate font-mono text-sm/[17px] tracking-[-0.02em] text-ink-3" title={campaign.id}>
        {shortenId(campaign.id)}
      </span>
    </span>
  );
}

function StatusCell({ campaign: { status, not_found_since } }: { campaign: KnownCampaign }) {
  const toneOf = useStatusMeaning("campaigns");
  if (not_found_since)
    return (
      <span className="text-ink-2">
        Not found since <TimeText at={not_found_since} variant="short-day" quiet />
      </span>
    );
  return status === null ? (
    <span className="text-ink-3">–</span>
  ) : (
    <Status word={status} tone={toneOf("status", status)} />
  );
}

function Done({ campaign: { far, counts, read_at } }: { campaign: KnownCampaign }) {
  const done = counts.done ?? far?.through ?? 0;
  if (!far) return <span className="text-ink-3">{read_at ? "no counts in its record" : "not read yet"}</span>;
  return (
    <span className="block py-px">
      <span className="mb-1 flex justify-between gap-2 text-sm/[17px] text-ink-2">
        <span>
          <b className="font-semibold text-ink">{formatCount(done)}</b> of {formatCount(far.total)}
        </span>
        {percent(done, far.total)}
      </span>
      <CampaignBar counts={counts} total={far.total} isSmall />
    </span>
  );
}

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

function End({ campaign }: { campaign: KnownCampaign }) {
  const { at, word, sub, subAt } = expectedEnd(campaign);
  const lead = at ? <TimeText at={at} variant="moment" quiet /> : word;
  const note = (
    <>
      {sub} {subAt && <TimeText at={subAt} variant="moment" quiet />}
    </>
  );
  return (
    <>
      {lead && <span className="block max-narrow:inline">{lead} </span>}
      <span className={`${quiet} line-clamp-2 max-narrow:inline`} title={subAt ? undefined : sub}>
        {note}
      </span>
    </>
  );
}

function RowMenu({ campaign }: { campaign: KnownCampaign }) {
  const { id, pinned, not_found_since } = campaign;
  const showFault = useSendFault();
  const { copy } = useCopy();
  const save = useMutation({
    ...write(saveRecord),
    onError: (error) => showFault(error, "Pin", "saved", titleOf(campaign)),
  });
  const forget = useMutation({
    ...write(forgetRecord),
    onError: (error) => showFault(error, "Forget", "saved", titleOf(campaign)),
  });
  const client = useQueryClient();
  const again = { onSettled: () => void client.invalidateQueries({ queryKey: ["campaigns"] }) };
  return (
    <Menu
      label={`More for ${titleOf(campaign)}`}
      trigger={<IconButton icon="more" label={`More for ${titleOf(campaign)}`} />}
    >
      <MenuItem icon="copy" onSelect={() => void copy(id, "the ID")}>
        Copy ID
      </MenuItem>
      <MenuItem
        icon="link"
        onSelect={() => void copy(new URL(`/campaigns/${idToPath(id)}`, location.href).href, "the link")}
      >
        Copy link
      </MenuItem>
      <MenuItem icon="pin" onSelect={() => save.mutate({ resource: "campaigns", ref: id, pinned: !pinned }, again)}>
        {pinned ? "Unpin" : "Pin"}
      </MenuItem>
      {not_found_since && (
        <MenuItem icon="trash" onSelect={() => forget.mutate({ resource: "campaigns", ref: id }, again)}>
          Forget
        </MenuItem>
      )}
    </Menu>
  );
}

/** Filters of the campaigns list. */
export type CampaignFilters = Partial<Record<"text" | "status" | "assistant" | "changed", string | undefined>>;

const day = 86_400_000;

export const changeSpans = [
  { value: "hour", label: "In the last hour", ms: day / 24 },
  { value: "day", label: "In the last 24 hours", ms: day },
  { value: "week", label: "In the last 7 days", ms: 7 * day },
] as const;

export const assistantOf = ({ assistant }: KnownCampaign) => assistant?.id ?? "(none)";

export function filterCampaigns(all: readonly KnownCampaign[], filters: CampaignFilters): readonly KnownCampaign[] {
  const text = filters.text?.trim().toLowerCase();
  const span = changeSpans.find(({ value }) => value === filters.changed);
  const sinceMs = span && clock.nowMs() - span.ms;
  return all.filter(
    (campaign) =>
      (!text || [campaign.label, campaign.name, campaign.id].some((each) => each?.toLowerCase().includes(text))) &&
      (filters.status === undefined || (campaign.status ?? "") === filters.status) &&
      (filters.assistant === undefined || assistantOf(campaign) === filters.assistant) &&
      (sinceMs === undefined || Date.parse(campaign.changed_at ?? "") >= sinceMs),
  );
}
