import { useQuery } from "@tanstack/react-query";
import { useMay } from "@/components/query/use-me";
import { PauseButton } from "@/components/send/acts/pause-button";
import { TextLink } from "@/components/ui/buttons/link";
import { Notice } from "@/components/ui/page/notice";
import { read } from "@/lib/client/query";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { listWaiting } from "@/lib/contract/console/do-not-call";
import { countOf } from "@/lib/format/format-count";

const pollMs = 15_000;

type BlockedWaitingProps = { campaign_id: string; name: string | undefined; status: string | null };

/** Says that people on the do-not-call list wait in the campaign. No numbers: only hashes of theirs are kept. */
export function BlockedWaiting({ campaign_id, name, status }: BlockedWaitingProps) {
  const { data } = useQuery({
    ...read(listWaiting, { campaign_id }),
    enabled: useMay(listWaiting),
    refetchInterval: pollMs,
  });
  const mayPause = useMay(pauseCampaign);
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
            still be called
          </>
        }
      >
        <p>
          The platform cannot take one person out of a campaign.{" "}
          {isCalling
            ? "Pause or cancel the campaign to stop the calls."
            : `Switchboard asks before it ${stage === "paused" ? "resumes" : "starts"} the campaign.`}
        </p>
        {isCalling && mayPause && <PauseButton className="mt-2" campaign_id={campaign_id} title={name} />}
      </Notice>
    </div>
  );
}
