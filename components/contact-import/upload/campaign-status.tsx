"use client";

import { useQuery } from "@tanstack/react-query";
import { useHours } from "@/components/preflight/hours-check";
import { SendFault } from "@/components/send/send-fault";
import { useSend } from "@/components/send/use-send";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { Button } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/page/notice";
import { read } from "@/lib/client/query";
import { getCampaign, pauseCampaign } from "@/lib/contract/api/campaigns";
import { countsIn, throughOf } from "@/lib/contract/console/campaign-counters";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { formatCount } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { textIn } from "@/lib/format/json";

/** Fresh status of the campaign. Data cached before this mount does not count. */
export function useCampaignNow(campaign_id: string) {
  const query = useQuery({ ...read(getCampaign, { campaign_id }), staleTime: 0 });
  const record = query.data?.value.data ?? {};
  return {
    query,
    record,
    status: record.status,
    held: throughOf(countsIn(record))?.total,
    isRead: query.isFetchedAfterMount,
  };
}

type CampaignStatusProps = {
  campaign_id: string;
  name: string | undefined;
  rows: number;
  now: ReturnType<typeof useCampaignNow>;
};

/** Warns if the contacts will be called right after the upload. Offers to pause a running campaign. */
export function CampaignStatus({ campaign_id, name = "This campaign", rows, now }: CampaignStatusProps) {
  const { query, record, status, isRead } = now;
  const toneOf = useStatusMeaning("campaigns");
  const hours = useHours(record);
  const from = (!hours?.isOpen && hours?.until) || "now";
  const called = `${rows === 1 ? "this person" : `these ${formatCount(rows)} people`} will be called from ${from}`;
  if (isRead && query.error)
    return (
      <Notice tone="wait" title="The status of this campaign could not be read" role="status">
        <p>If it is running, {called}.</p>
        <Button size="small" isSending={query.isFetching} sendingLabel="Loading…" onClick={() => void query.refetch()}>
          Refresh
        </Button>
      </Notice>
    );
  if (isRead && stageOf(textIn(status) ?? null) === "running")
    return <RunningNotice campaign_id={campaign_id} sentence={`${name} is ${formatRaw(status)}: ${called}`} />;
  return (
    <p className={leadClass} role="status">
      {name}{" "}
      <span className="ml-1 inline-flex max-w-full gap-2 text-base text-ink-2">
        Status: {!isRead ? "reading…" : status ? <Status word={status} tone={toneOf("status", status)} /> : notReported}
      </span>
    </p>
  );
}

function RunningNotice({ campaign_id, sentence }: { campaign_id: string; sentence: string }) {
  const { off, send, isSending, error, what, dismiss } = useSend(pauseCampaign, { campaign_id }, { what: "Pause" });
  return (
    <>
      <Notice tone="wait" role="status">
        <p className={leadClass}>{sentence}</p>
        <Button
          className="mt-2"
          icon="pause"
          isSending={isSending}
          sendingLabel="Pausing…"
          {...(off ? { disabled: true, title: off } : {})}
          onClick={send}
        >
          Pause first
        </Button>
      </Notice>
      {error && <SendFault error={error} what={what} resource="campaigns" onDismiss={dismiss} />}
    </>
  );
}

const leadClass = "text-xl font-[560] tracking-[-0.014em] wrap-anywhere";

const notReported = "not reported by the platform";
