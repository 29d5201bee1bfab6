import { noCampaign } from "@/lib/client/lists/offered-file";
import type { Format } from "@/lib/contacts/plan";
import { ChooseCampaign } from "./choose-campaign";
import { ListStep } from "./columns/list-step";
import { FileRefused } from "./file/file-refused";
import { CheckingView } from "./review/checking-view";
import { ReviewStep } from "./review/review-step";
import type { ImportSession } from "./state/import-session";
import { endOfUpload, reportOfSent } from "./state/import-state";
import type { SessionState } from "./state/session-state";
import type { Steps } from "./state/use-import-session";
import { StepHeading } from "./step-page";
import { contactsWord } from "./upload/outcome-messages";
import { ResultView } from "./upload/result-view";
import { SendingView } from "./upload/sending-view";
import { UploadStep } from "./upload/upload-step";

export type LaterStepProps = {
  session: ImportSession;
  state: SessionState;
  steps: Steps;
  campaignName: string | undefined;
  onFormat: (format: Format) => void;
  onSheet: (sheet: number) => void;
  onStartOver: () => void;
  onCampaign: (campaign_id: string) => void;
};

export function LaterStep(props: LaterStepProps) {
  const { session, state, steps, campaignName, onFormat, onSheet, onStartOver, onCampaign } = props;
  const { list, sending, engine, countries } = state;
  const { campaign_id } = session;
  if (sending?.step === "sending" && sending.sent)
    return <SendingView list={sending.list} sent={sending.sent} onStop={() => session.stopSending()} />;
  const end = steps.step === "upload" ? endOfUpload(state) : undefined;
  if (end) {
    const report = reportOfSent(state);
    return (
      <ResultView
        {...{ campaign_id, campaignName, onStartOver }}
        sending={end}
        onSaved={() => session.dispatch({ kind: "rows-saved" })}
        onAgain={list.step === "open" ? () => session.dispatch({ kind: "end-forgotten" }) : undefined}
        engineReport={engine && report && { engine, report }}
      />
    );
  }
  if (list.step === "refused") return <FileRefused {...list} {...{ onFormat, onSheet }} />;
  if (!engine || list.step !== "open") return undefined;
  if (steps.step === "columns") return <ListStep {...{ session, engine, countries, list, steps, onFormat, onSheet }} />;
  const { plan, checked, reading, failure } = list;
  if (!checked || failure !== undefined || (steps.step !== "review" && checked.plan !== plan))
    return (
      <CheckingView
        {...{ reading, failure }}
        fileName={list.file.name}
        onStop={() => engine.cancel()}
        onCheckAgain={() => session.dispatch({ kind: "check-again" })}
      />
    );
  if (steps.step === "review")
    return <ReviewStep {...{ session, engine, countries, list, checked }} onContinue={toUpload} />;
  if (campaign_id === noCampaign)
    return (
      <ChooseCampaign
        heading={<StepHeading>Choose the campaign for {contactsWord(checked.report.counts.sent)}</StepHeading>}
        onChoose={onCampaign}
      />
    );
  return <UploadStep {...{ session, engine, list, campaignName, steps }} prepared={state.prepared} />;

  function toUpload() {
    // Going on with the list replaces the outcome of an upload that was not answered.
    session.dispatch({ kind: "end-forgotten" });
    steps.go("upload");
  }
}
