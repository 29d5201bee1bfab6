import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ImportSession } from "@/components/contact-import/state/import-session";
import type { OpenList } from "@/components/contact-import/state/open-list";
import type { Prepared, ReadyList } from "@/components/contact-import/state/session-state";
import type { Steps } from "@/components/contact-import/state/use-import-session";
import { BottomBar, StepHeading, StepPage } from "@/components/contact-import/step-page";
import { useHours } from "@/components/preflight/hours-check";
import { PeopleHours } from "@/components/preflight/people-hours";
import { useCallMoment } from "@/components/preflight/people-hours-check";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { Progress } from "@/components/ui/charts/progress";
import { Notice } from "@/components/ui/page/notice";
import { importEntry } from "@/lib/client/lists/import-entry";
import { againParam } from "@/lib/client/lists/recall-file";
import type { ContactEngine } from "@/lib/contacts/engine";
import { stageOf, statusIn } from "@/lib/contract/console/campaign-stage";
import { countOf, formatCount } from "@/lib/format/format-count";
import { type CampaignNow, CampaignStatus, mayCall, useCampaignNow } from "./campaign-status";
import { leftOutWriter } from "./keep-left-out";
import { ComparedWith, ListReading, StayingNotice } from "./list-checks";
import { PeopleTable } from "./people-table";
import { SendButton } from "./send-button";

export type UploadStepProps = {
  session: ImportSession;
  engine: ContactEngine;
  list: OpenList;
  campaignName: string | undefined;
  steps: Steps;
  prepared: Prepared | undefined;
};

export function UploadStep(props: UploadStepProps) {
  const { session, list, campaignName, prepared } = props;
  const recalls = useUrlState().get(againParam);
  useEffect(() => session.prepare(recalls), [session, recalls]);
  if (prepared?.step === "ready") return <ReadyToSend {...props} ready={prepared} into={campaignName} />;
  return (
    <StepPage>
      <StepHeading variant="sentence">Upload {list.file.name}</StepHeading>
      <Preparing fileName={list.file.name} prepared={prepared} onAgain={() => session.prepareAgain()} />
    </StepPage>
  );
}

type PreparingProps = {
  fileName: string;
  prepared: Exclude<Prepared, { step: "ready" }> | undefined;
  onAgain: () => void;
};

function Preparing({ fileName, prepared, onAgain }: PreparingProps) {
  if (prepared?.step === "failed")
    return (
      <>
        <Notice tone="fault" role="alert">
          <p>{prepared.sentence}</p>
        </Notice>
        <Button variant="primary" onClick={onAgain}>
          Compare again
        </Button>
      </>
    );
  if (prepared?.step === "preparing")
    return (
      <Progress
        label={`Preparing ${fileName} for upload`}
        sent={prepared.progress?.readBytes ?? 0}
        total={prepared.progress?.totalBytes ?? 1}
        note="Nothing was uploaded"
      />
    );
  return (
    <p role="status">
      Comparing {fileName} with the do-not-call list and the lists uploaded here
      {prepared && prepared.rows > 0 && `: ${formatCount(prepared.rows)} rows`}. Only the numbers go to Switchboard’s
      server.
    </p>
  );
}

const sentenceOf = (rows: number, name = "this campaign") =>
  rows === 0 ? "Nobody in this list is new." : `${countOf(rows, "new person", "new people")} will be added to ${name}.`;

type ReadyProps = UploadStepProps & { ready: ReadyList & { isOld: boolean }; into: string | undefined };

function ReadyToSend({ session, engine, list, steps, ready, into }: ReadyProps) {
  const { campaign_id } = session;
  const { report, comparison, written, sendsAgain } = ready;
  const now = useCampaignNow(campaign_id);
  const { rows } = written;
  const leftOut = report.rows - rows;

  function send() {
    const { plan, file } = list;
    const entry = importEntry({ campaign_id, fileName: file.name, written, report, plan, comparison, sendsAgain });
    const people = { report, comparison, sendsAgain };
    const writeLeftOut = leftOutWriter(engine, report, leftOut);
    session.send(
      { file: written.file, entry, plan, leftOut, inCampaign: now.inCampaign, people, writeLeftOut },
      into ?? "the campaign",
    );
  }

  return (
    <>
      <StepPage isWhole>
        <StepHeading variant="sentence">{sentenceOf(rows, into)}</StepHeading>
        <CampaignStatus {...{ now, campaign_id, rows }} name={into} />
        <PeopleTable
          {...{ engine, report, comparison, sendsAgain }}
          choice={{
            chosen: session.state.sendsAgain,
            onChoose: (chosen) => session.update({ sendsAgain: chosen }),
          }}
        />
        <ListReading
          {...{ preview: list.preview, plan: list.plan, report }}
          onColumns={() => steps.go("columns")}
          onReview={() => steps.go("review")}
        />
        <ListHours {...{ campaign_id, now, engine }} listId={written.sha256} />
        <StayingNotice staying={comparison.staying} />
        <ComparedWith basis={comparison.basis} inCampaign={now.inCampaign} />
        {leftOut > 0 && (
          <p className="text-sm/[17px] text-ink-3">
            Rows left out are then stored on Switchboard’s server, encrypted, to be saved later.
          </p>
        )}
      </StepPage>
      <BottomBar className="justify-end gap-x-4 gap-y-2.5 max-narrow:flex-wrap">
        <SendButton
          {...{ campaign_id, rows }}
          inCampaign={now.inCampaign}
          isReady={now.isRead && !ready.isOld}
          mayCall={mayCall(now)}
          onSend={send}
        />
      </BottomBar>
    </>
  );
}

type ListHoursProps = {
  campaign_id: string;
  now: CampaignNow;
  engine: ContactEngine;
  /** SHA-256 of the prepared list. */
  listId: string;
};

function ListHours({ campaign_id, now: { record, isRead }, engine, listId }: ListHoursProps) {
  const hours = useHours(record);
  const { moment, isReady } = useCallMoment({ campaign_id, hours, atMs: undefined });
  const stage = stageOf(statusIn(record));
  const isCalled = stage === "running" || (hours !== undefined && stage !== "ended");
  const counted = useQuery({
    queryKey: ["places of a list", listId],
    // Takes seconds for a long list.
    queryFn: () => engine.places(),
    enabled: isRead && isCalled,
    networkMode: "always",
  });
  const places = counted.data ?? [];
  if (!isReady || !isCalled || places.length === 0) return null;
  return (
    <ul className="rounded-2 border border-rule-2" aria-label="When they are called, in their own time">
      <PeopleHours people={{ places, others: 0 }} moment={moment} />
    </ul>
  );
}
