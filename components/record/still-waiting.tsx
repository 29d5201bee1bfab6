import { useQuery } from "@tanstack/react-query";
import { useMay } from "@/components/query/use-me";
import { whoCan } from "@/components/query/who-can";
import { PauseButton } from "@/components/send/acts/pause-button";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { Link, TextLink } from "@/components/ui/buttons/link";
import { Notice } from "@/components/ui/page/notice";
import { TimeText } from "@/components/ui/time/time-text";
import { type Answer, readAnswer } from "@/lib/client/answer";
import { read } from "@/lib/client/query";
import { cancelCampaign } from "@/lib/contract/api/campaigns";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { listWaiting, type WaitingCampaign, type WaitingPeople } from "@/lib/contract/console/do-not-call";
import { idToPath } from "@/lib/contract/identifier";
import type { InputOf } from "@/lib/contract/inputs";
import { countOf, formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";

const pollMs = 5_000;
const maxShown = 5;

type StillWaitingProps = {
  /** The blocked person; undefined for all on the list. */
  number?: string | undefined;
  /** True for one person whose number is hidden: then only `added` is known. */
  isHidden?: boolean;
  /** The answer that added the number. It is shown until a newer one is read, and also says if the person waits nowhere. */
  added?: Answer<{ waiting: WaitingPeople }> | undefined;
  className?: string;
};

/** Where blocked people can still be called. Stays until no campaign with them runs, and offers to pause it. */
export function StillWaiting({ number, isHidden = false, added, className = "" }: StillWaitingProps) {
  const isRead = number !== undefined && !isHidden;
  const { data } = useWaiting(isRead ? { number } : {});
  // A paused campaign calls nobody. Then only the person who was just blocked is worth a line.
  const isOne = number !== undefined || isHidden;
  const isNew = data !== undefined && data.readAt > (added?.readAt ?? "");
  const read = isNew && (isRead || !isOne) ? data.value : undefined;
  const waiting = read ?? (added && presentOf(added.value.waiting, isNew ? data.value : undefined));
  if (!waiting) return null;
  const isUrgent = isOne || waiting.campaigns.some(({ status }) => mayRun(status));
  if (waiting.people > 0 && !isUrgent) return null;
  if (waiting.people > 0) return <WaitingNotice {...waiting} isOne={isOne} className={className} />;
  return added ? <NotWaiting {...waiting} isOne className={className} /> : null;
}

/** The people of a file that was just added, with the present state of their campaigns. */
export function FileWaiting({ added }: { added: Pick<Answer<WaitingPeople>, "value" | "readAt"> }) {
  const { data } = useWaiting({});
  const waiting = presentOf(added.value, data && data.readAt > added.readAt ? data.value : undefined);
  if (waiting.people > 0) return <WaitingNotice {...waiting} className="mt-3" />;
  return <NotWaiting {...waiting} className="mt-1" />;
}

const useWaiting = (input: InputOf<typeof listWaiting>) =>
  useQuery({
    ...read(listWaiting, input),
    refetchInterval: ({ state }) =>
      state.data && readAnswer(listWaiting, state.data).value.people > 0 ? pollMs : false,
  });

/** Some people in the campaigns that can still call somebody, as these are now. */
function presentOf(waiting: WaitingPeople, all: WaitingPeople | undefined): WaitingPeople {
  if (!all) return waiting;
  const now = new Map(all.campaigns.map(({ campaign_id, status }) => [campaign_id, status]));
  const campaigns = waiting.campaigns.flatMap((campaign) => {
    const status = now.get(campaign.campaign_id);
    return status === undefined ? [] : [{ ...campaign, status }];
  });
  return { ...waiting, campaigns, people: campaigns.length > 0 ? waiting.people : 0 };
}

type NoticeProps = WaitingPeople & { isOne?: boolean; className?: string };

function WaitingNotice({ people, campaigns, isOne = false, className = "" }: NoticeProps) {
  const isRunning = campaigns.some(({ status }) => mayRun(status));
  const [only, ...more] = campaigns;
  const whom = isOne ? "This person" : countOf(people, "person", "people");
  const where = only && more.length === 0 ? <CampaignLink {...only} /> : countOf(campaigns.length, "campaign");
  return (
    <Notice
      role="status"
      tone={isRunning ? "wait" : "unknown"}
      className={className}
      title={
        <>
          {whom} can still be called in {where}.
        </>
      }
    >
      <p>
        {isOne ? "The number is" : "Their numbers are"} on the do-not-call list, and the platform cannot take one person
        out.{" "}
        {isRunning
          ? "Pause or cancel the campaign to stop the calls."
          : "Nobody is called until the campaign is started or resumed."}
      </p>
      <ul>
        {campaigns.slice(0, maxShown).map((campaign) => (
          <CampaignLine key={campaign.campaign_id} campaign={campaign} isOne={isOne} isNamed={more.length > 0} />
        ))}
      </ul>
      {campaigns.length > maxShown && <p>And {countOf(campaigns.length - maxShown, "more campaign")}.</p>}
    </Notice>
  );
}

/** An unknown status word can mean that the campaign calls. */
const mayRun = (status: string | null) => ["running", undefined].includes(stageOf(status));

const CampaignLink = ({ campaign_id, name }: WaitingCampaign) => (
  <TextLink href={`/campaigns/${idToPath(campaign_id)}`}>{visibleControls(name ?? campaign_id)}</TextLink>
);

type CampaignLineProps = { campaign: WaitingCampaign; isOne: boolean; isNamed: boolean };

function CampaignLine({ campaign, isOne, isNamed }: CampaignLineProps) {
  const { campaign_id, status } = campaign;
  const mayCancel = useMay(cancelCampaign);
  return (
    <li className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        {isNamed && (
          <>
            <CampaignLink {...campaign} />,{" "}
          </>
        )}
        {status === null ? "status unknown" : visibleControls(status)}, {waitingText(campaign, isOne)}
      </span>
      <span className="inline-flex flex-wrap items-center gap-2 print:hidden">
        {mayRun(status) && (
          <PauseButton campaign_id={campaign_id} title={campaign.name} size="small">
            Pause it
          </PauseButton>
        )}
        {mayCancel ? (
          <Link
            data-slot="button"
            className={buttonClass({ variant: "stop", size: "small" })}
            href={`/campaigns/${idToPath(campaign_id)}?ask=cancel`}
          >
            Cancel it…
          </Link>
        ) : (
          <span className="text-sm/[17px] text-ink-3">{whoCan(cancelCampaign.allow)} pause and cancel campaigns.</span>
        )}
      </span>
    </li>
  );
}

function waitingText({ people, calls, open_calls }: WaitingCampaign, isOne: boolean) {
  if (!isOne) return `${formatCount(people)} waiting`;
  if (open_calls > 0) return "being called now";
  if (calls === 0) return "waiting";
  return `waiting, called ${calls === 1 ? "once" : countOf(calls, "time")} before`;
}

function NotWaiting({ listed, since, isOne = false, className }: NoticeProps) {
  return (
    <p role="status" className={`text-ink-2 ${className}`}>
      {since === null ? (
        "No list has been uploaded here yet."
      ) : listed > 0 ? (
        `${isOne ? "Not" : "Nobody of them is"} waiting in a campaign: called already, or the campaign has ended.`
      ) : (
        <>
          {isOne ? "In" : "They are in"} no list uploaded here since <TimeText at={since} variant="short-day" />.
        </>
      )}{" "}
      People added on the platform are not known until they are called.
    </p>
  );
}
