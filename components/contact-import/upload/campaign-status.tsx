import { useQuery } from "@tanstack/react-query";
import { useHours } from "@/components/preflight/hours-check";
import { PauseButton } from "@/components/send/acts/pause-button";
import { Button } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/page/notice";
import { read } from "@/lib/client/query";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { countsIn, handledOf } from "@/lib/contract/console/campaign-counters";
import { stageOf, statusIn } from "@/lib/contract/console/campaign-stage";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";

/** Fresh status of the campaign. Data cached before this mount does not count. */
export function useCampaignNow(campaign_id: string) {
  const query = useQuery({ ...read(getCampaign, { campaign_id }), staleTime: 0 });
  const record = query.data?.value.data ?? {};
  return {
    query,
    record,
    status: statusIn(record),
    inCampaign: handledOf(countsIn(record))?.total,
    isRead: query.isFetchedAfterMount,
  };
}

export type CampaignNow = ReturnType<typeof useCampaignNow>;

/** False only if the campaign is known to make no calls. */
export function mayCall({ query, status, isRead }: CampaignNow): boolean {
  const stage = isRead && !query.error ? stageOf(status) : undefined;
  return stage === undefined || stage === "running";
}

type CampaignStatusProps = {
  campaign_id: string;
  name: string | undefined;
  rows: number;
  now: CampaignNow;
};

export function CampaignStatus({ campaign_id, name = "this campaign", rows, now }: CampaignStatusProps) {
  const { query, record, status, inCampaign, isRead } = now;
  const hours = useHours(record);
  const stage = isRead && !query.error ? stageOf(status) : undefined;
  const from = (!hours?.isOpen && hours?.until) || "now";
  const people = rows === 1 ? "this person" : `these ${formatCount(rows)} people`;
  const called = from === "now" ? `calls to ${people} begin at once` : `${people} will be called from ${from}`;
  if (isRead && query.error)
    return (
      <Notice tone="wait" title="The status of this campaign could not be read" role="status">
        <p>If it is running, {called}.</p>
        <Button size="small" isSending={query.isFetching} sendingLabel="Loading…" onClick={() => void query.refetch()}>
          Refresh
        </Button>
      </Notice>
    );
  if (stage === "running" && rows > 0)
    return (
      <Notice tone="wait" role="status">
        <p className="font-semibold">{`${upperFirst(name)} is ${formatRaw(status)}: ${called}.`}</p>
        <PauseButton className="mt-2" campaign_id={campaign_id} title={upperFirst(name)}>
          Pause first
        </PauseButton>
      </Notice>
    );
  return (
    <p className="text-ink-2" role="status">
      {isRead ? (stage && stageSentences[stage]) || statusSentence(status) : "Reading its status…"}
      {isRead && inCampaign !== undefined && ` It holds ${countOf(inCampaign, "person", "people")} now.`}
    </p>
  );
}

const stageSentences = {
  unstarted: "It has not started: nobody is called until someone starts it.",
  running: "It is running.",
  paused: "It is paused: nobody is called until someone resumes it.",
  ended: "It has ended.",
} as const;

const statusSentence = (status: unknown) =>
  status ? `Its status is ${formatRaw(status)}.` : "The platform does not report its status.";

const upperFirst = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
