import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ListToSend } from "@/components/contact-import/state/sending-state";
import { StepHeading, StepPage } from "@/components/contact-import/step-page";
import { useHours } from "@/components/preflight/hours-check";
import { PeopleHours } from "@/components/preflight/people-hours";
import { useCallMoment } from "@/components/preflight/people-hours-check";
import { Button, LinkButton } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Progress } from "@/components/ui/charts/progress";
import { KvList } from "@/components/ui/page/kv-list";
import { Notice } from "@/components/ui/page/notice";
import { TechnicalDetail } from "@/components/ui/page/technical-detail";
import { importEntry } from "@/lib/client/lists/import-entry";
import { countryName } from "@/lib/contacts/country-name";
import type { ContactEngine, Report } from "@/lib/contacts/engine";
import { betterCountryMessage } from "@/lib/contacts/messages/country-messages";
import type { Plan } from "@/lib/contacts/plan";
import { stageOf, statusIn } from "@/lib/contract/console/campaign-stage";
import type { SentAgain } from "@/lib/contract/console/contact-lists";
import { countOf, formatBytes, formatCount } from "@/lib/format/format-count";
import { AskApi, useApiCheck, wasTurnedAway } from "./ask-api";
import { CampaignStatus, mayCall, useCampaignNow } from "./campaign-status";
import { ComparedWith, StayingNotice } from "./compared-with";
import { type PeopleChoice, PeopleTable } from "./people-table";
import { SendButton } from "./send-button";
import { type Prepared, type ReadyList, usePrepared } from "./use-prepared";

export type UploadStepProps = {
  engine: ContactEngine;
  campaign_id: string;
  campaignName: string | undefined;
  fileName: string;
  checkId: Report["checkId"];
  plan: Plan;
  onCounted: (report: Report) => void;
  onSend: (list: ListToSend) => void;
  /** Opens the step in which the country is chosen. */
  onColumns: () => void;
};

const nothingAgain: readonly SentAgain[] = [];

export function UploadStep(props: UploadStepProps) {
  const { engine, campaign_id, campaignName, checkId, onCounted, fileName } = props;
  const [sendsAgain, setSendsAgain] = useState(nothingAgain);
  const { prepared, again } = usePrepared({ engine, campaign_id, fileName, checkId, sendsAgain, onCounted });
  return (
    <StepPage>
      <StepHeading className="text-xl font-[560] tracking-[-0.014em] wrap-anywhere">
        {prepared.step === "ready" ? sentenceOf(prepared.written.rows, campaignName) : `Upload ${fileName}`}
      </StepHeading>
      {prepared.step === "ready" ? (
        <ReadyToSend {...props} {...prepared} chosen={sendsAgain} onChoose={setSendsAgain} />
      ) : (
        <Preparing {...{ fileName, prepared }} onAgain={again} />
      )}
    </StepPage>
  );
}

const sentenceOf = (rows: number, name = "this campaign") =>
  rows === 0 ? "Nobody in this list is new." : `${countOf(rows, "new person", "new people")} will be added to ${name}.`;

type PreparingProps = { fileName: string; prepared: Exclude<Prepared, { step: "ready" }>; onAgain: () => void };

function Preparing({ fileName, prepared, onAgain }: PreparingProps) {
  if (prepared.step === "failed")
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
  if (prepared.step === "comparing")
    return (
      <p role="status">
        Comparing {fileName} with the do-not-call list and the lists uploaded here
        {prepared.rows > 0 && `: ${formatCount(prepared.rows)} rows`}. Only the numbers go to Switchboard’s server.
      </p>
    );
  return (
    <Progress
      label={`Preparing ${fileName} for upload`}
      sent={prepared.progress?.readBytes ?? 0}
      total={prepared.progress?.totalBytes ?? 1}
      note="Nothing was uploaded"
    />
  );
}

type ReadyProps = UploadStepProps & ReadyList & PeopleChoice & { isOld: boolean };

function ReadyToSend(props: ReadyProps) {
  const { campaign_id, campaignName, fileName, report, comparison, plan, onSend, written, sendsAgain } = props;
  const now = useCampaignNow(campaign_id);
  const apiCheck = useApiCheck(campaign_id, written.file, fileName);
  const leftOut = report.rows - written.rows;
  const entry = importEntry({ campaign_id, fileName, written, report, plan, comparison, sendsAgain });
  return (
    <>
      <CampaignStatus {...{ now, campaign_id }} name={campaignName} rows={written.rows} />
      <PeopleTable
        {...{ engine: props.engine, report, comparison, sendsAgain }}
        choice={{ chosen: props.chosen, onChoose: props.onChoose }}
      />
      <ReadCountry origins={report.origins} country={plan.rules.country} onChange={props.onColumns} />
      <ListHours {...{ campaign_id, now }} engine={props.engine} listId={written.sha256} />
      <StayingNotice staying={comparison.staying} />
      <ComparedWith basis={comparison.basis} held={now.held} />
      <p>
        The whole list goes to this campaign in one request. The platform may reject some rows.
        {leftOut > 0 && " Rows left out are then stored on Switchboard’s server, encrypted, to be saved later."}
      </p>
      <SendButton
        campaign_id={campaign_id}
        rows={written.rows}
        held={now.held}
        isReady={now.isRead && !props.isOld}
        isRefused={wasTurnedAway(apiCheck.check.error)}
        mayCall={mayCall(now)}
        onSend={() =>
          onSend({
            file: written.file,
            entry,
            plan,
            leftOut,
            held: now.held,
            people: { report, comparison, sendsAgain },
          })
        }
      />
      <AskApi {...{ campaign_id, apiCheck }} />
      <TechnicalDetail>
        <KvList
          entries={[
            ["Campaign", <CopyId key="campaign" id={campaign_id} whole />],
            ["File", `${fileName}, ${formatBytes(written.file.size)}`],
            ["SHA-256", <CopyId key="sha256" id={written.sha256} whole />],
          ]}
        />
      </TechnicalDetail>
    </>
  );
}

type ReadCountryProps = { origins: Report["origins"]; country: string | null; onChange: () => void };

/** The chosen country decides whom most of these numbers call, and nothing shows a wrong one after the upload. */
function ReadCountry({ origins, country, onChange }: ReadCountryProps) {
  if (country === null || origins.uncoded === 0) return undefined;
  const better = betterCountryMessage(origins, country);
  const numbers = countOf(origins.uncoded, "number without a country code", "numbers without a country code");
  const sentence = `${numbers} ${origins.uncoded === 1 ? "is" : "are"} read as numbers in ${countryName(country)}.`;
  const change = (
    <LinkButton onClick={onChange}>
      Change<span className="sr-only"> the country</span>
    </LinkButton>
  );
  if (better === "")
    return (
      <p>
        {sentence} {change}
      </p>
    );
  return (
    <Notice tone="wait" title={better}>
      <p>
        {sentence} {change}
      </p>
    </Notice>
  );
}

type ListHoursProps = {
  campaign_id: string;
  now: ReturnType<typeof useCampaignNow>;
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
