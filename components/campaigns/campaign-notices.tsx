import { useQuery } from "@tanstack/react-query";
import { forReader, momentIn } from "@/components/preflight/campaign-clock";
import { useMay } from "@/components/query/use-me";
import { nightSentence } from "@/components/registry/night-messages";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { TextLink } from "@/components/ui/buttons/link";
import { Notice } from "@/components/ui/page/notice";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { readAnswer } from "@/lib/client/answer";
import { read } from "@/lib/client/query";
import { byActor, causeActor } from "@/lib/contract/console/automation/actors";
import { setCampaignHours } from "@/lib/contract/console/automation/hours";
import { hoursAt, hoursIn } from "@/lib/contract/console/campaign-hours";
import type { CampaignProgress as Progress } from "@/lib/contract/console/campaign-progress";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { listWaiting } from "@/lib/contract/console/do-not-call";
import { countOf } from "@/lib/format/format-count";
import { StandsStill } from "./campaign-standstill";

type CampaignNoticesProps = { campaign_id: string; progress: Progress; record: Record<string, unknown> };

export function CampaignNotices({ campaign_id, progress, record }: CampaignNoticesProps) {
  return (
    <div className="[&:not(:empty)]:pb-4">
      <BlockedWaiting campaign_id={campaign_id} status={progress.status} />
      <StandsStill progress={progress} record={record} />
      <PausedBy guard={progress.guard} />
      <IntoTheNight night={progress.guard.night} />
      <LeftRunning guard={progress.guard} record={record} readAt={progress.read_at} />
    </div>
  );
}

const pollMs = 15_000;

/** Says that people on the do-not-call list wait in the campaign. No numbers: only hashes of theirs are kept. */
function BlockedWaiting({ campaign_id, status }: { campaign_id: string; status: string | null }) {
  const { data } = useQuery({
    ...read(listWaiting, { campaign_id }),
    enabled: useMay(listWaiting),
    refetchInterval: ({ state }) =>
      state.data && readAnswer(listWaiting, state.data).value.people > 0 ? pollMs : false,
  });
  const people = data?.value.people ?? 0;
  if (people === 0) return null;
  const stage = stageOf(status);
  const isCalling = stage === "running" || stage === undefined;
  return (
    <div className="px-(--gutter) pt-4">
      <Notice
        tone={isCalling ? "wait" : "unknown"}
        role="status"
        title={
          <>
            {countOf(people, "person", "people")} on the <TextLink href="/do-not-call">do-not-call list</TextLink> can
            still be called.
          </>
        }
      >
        <p>
          The platform cannot take one person out of a campaign.{" "}
          {isCalling
            ? "Pause or cancel the campaign to stop the calls."
            : `Switchboard asks before it ${stage === "paused" ? "resumes" : "starts"} the campaign.`}
        </p>
      </Notice>
    </div>
  );
}

function IntoTheNight({ night }: Pick<Progress["guard"], "night">) {
  const maySet = useMay(setCampaignHours);
  const url = useUrlState();
  if (!night) return null;
  return (
    <div className="px-(--gutter) pt-4">
      <Notice tone="wait" role="status" title={`${nightSentence(night)}.`}>
        <p>At the present pace, by area codes: a mobile may be elsewhere.</p>
        {maySet && (
          <Button className="mt-2" aria-haspopup="dialog" onClick={() => url.set({ ask: "hours" }, { replaces: true })}>
            Set hours…
          </Button>
        )}
      </Notice>
    </div>
  );
}

type LeftRunningProps = Pick<Progress, "guard"> & { record: Record<string, unknown>; readAt: string };

/** A person resumed it outside its hours, or those for all campaigns, which pause it only once. */
function LeftRunning({ guard, record, readAt }: LeftRunningProps) {
  const shown = useZone();
  const own = hoursIn(record);
  const set = guard.outside_set_hours;
  const [hours, until] = set ? [set, set.until] : [guard.closed_hours, guard.left_running_until];
  if (!hours || !until || (own && !hoursAt(own, Date.parse(readAt)).isOpen)) return null;
  return (
    <div className="px-(--gutter) pt-4">
      <Notice
        tone="wait"
        role="status"
        title={`Calls go on outside ${set ? "its calling hours" : "the calling hours for all campaigns"}`}
      >
        <p>
          The hours are {hours.from} to {hours.to}, {hours.zone}. They will not pause this campaign again before{" "}
          {momentIn(Date.parse(until), hours.zone, Date.parse(readAt))}
          {forReader(Date.parse(until), hours.zone, shown)}.
        </p>
      </Notice>
    </div>
  );
}

function PausedBy({ guard: { paused_by: by, closed_hours } }: Pick<Progress, "guard">) {
  if (!by) return null;
  const isClosed = by.cause === "calling_hours" && closed_hours !== null;
  return (
    <div className="px-(--gutter) pt-4">
      <Notice
        tone="wait"
        role="status"
        title={
          <>
            Paused {byActor(causeActor(by.cause))}, <TimeText at={by.at} variant="moment" />
          </>
        }
      >
        <p>
          {isClosed
            ? `Calls are made from ${closed_hours.from} to ${closed_hours.to}, ${closed_hours.zone}. `
            : by.because && `${by.because}. `}
          It stays paused until somebody resumes it.
        </p>
      </Notice>
    </div>
  );
}
