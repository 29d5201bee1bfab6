import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { listRunningCampaigns } from "@/lib/contract/console/automation/acts";
import { countOf } from "@/lib/format/format-count";
import { ActDialog, AskedList, type OnAct } from "./act-dialog";

/** The question before every campaign is paused that Switchboard knows to be running. */
export function AskAll({ onAct, onClose }: { onAct: OnAct; onClose: () => void }) {
  const running = useQuery({ ...read(listRunningCampaigns, {}), refetchOnMount: "always", staleTime: 0 });
  const all = running.data?.value.data ?? [];
  const asked = all.map(({ campaign_id, name, status, seen_at }) => ({
    ...{ id: campaign_id, title: name ?? campaign_id, name: name ?? campaign_id },
    note: (
      <>
        {status}, checked <TimeText at={seen_at} variant="relative" quiet />
      </>
    ),
  }));
  return (
    <ActDialog
      verb="pause"
      campaigns={asked}
      question="Pause every running campaign?"
      isReady={running.isFetchedAfterMount && all.length > 0}
      {...{ onAct, onClose }}
    >
      {() => (
        <QueryView
          query={running}
          label="the running campaigns"
          isEmpty={({ data }) => data.length === 0}
          empty={<p>No campaign that Switchboard knows is running. {othersMessage(running.data?.value.unread)}</p>}
        >
          {() => (
            <>
              <p>{othersMessage(running.data?.value.unread)}</p>
              <AskedList campaigns={asked} />
            </>
          )}
        </QueryView>
      )}
    </ActDialog>
  );
}

const othersMessage = (unread = 0) =>
  `${unread > 0 ? `${countOf(unread, "campaign")} without a status ${unread === 1 ? "is" : "are"} not paused. ` : ""}Others on the platform go on: the platform cannot list them.`;
