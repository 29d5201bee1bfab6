import { ColumnsStep } from "@/components/contact-import/columns/columns-step";
import { CheckingView } from "@/components/contact-import/review/checking-view";
import { ReviewStep } from "@/components/contact-import/review/review-step";
import { noCampaign } from "@/components/contact-import/state/dispatch-import";
import {
  type ImportState,
  type ImportStep,
  isNameless,
  reportOfSent,
} from "@/components/contact-import/state/import-state";
import { rememberColumns } from "@/components/contact-import/state/remembered-columns";
import type { ListToSend } from "@/components/contact-import/state/sending-state";
import type { ImportActions } from "@/components/contact-import/state/use-import";
import { stopSending } from "@/components/contact-import/state/use-send-list";
import { StepHeading } from "@/components/contact-import/step-page";
import { contactsWord } from "@/components/contact-import/upload/outcome-messages";
import { ResultStep } from "@/components/contact-import/upload/result-step";
import { SendingView } from "@/components/contact-import/upload/sending-view";
import { UploadStep } from "@/components/contact-import/upload/upload-step";
import { leftOutWriter } from "@/components/contact-import/upload/write-left-out";
import type { ContactEngine, CountryChoice } from "@/lib/contacts/engine";
import { ChooseCampaign } from "./choose-campaign";

export type LaterStepProps = {
  campaign_id: string;
  campaignName: string | undefined;
  /** Undefined until the worker has started in the browser. */
  engine: ContactEngine | undefined;
  countries: readonly CountryChoice[];
  state: ImportState;
  step: ImportStep;
  actions: ImportActions;
  onSend: (list: ListToSend) => void;
  onStartOver: () => void;
  onCampaign: (campaign_id: string) => void;
  go: (step: ImportStep) => void;
};

export function LaterStep(props: LaterStepProps) {
  const { campaign_id, campaignName, engine, countries, state, step, actions, onSend, onStartOver, onCampaign, go } =
    props;
  const { list, sending } = state;
  if (sending?.step === "sending" && sending.sent)
    return <SendingView list={sending.list} sent={sending.sent} onStop={() => stopSending(campaign_id)} />;
  if (step === "result" && sending && sending.step !== "sending") {
    const report = reportOfSent(state);
    return (
      <ResultStep
        {...{ campaign_id, campaignName, sending, onStartOver }}
        onSaved={actions.onRowsSaved}
        engineReport={engine && report && { engine, report }}
      />
    );
  }
  if (!engine || list.step !== "open") return undefined;
  const { plan, undoStack, checked, reading, failure } = list;
  if (step === "columns")
    return (
      <ColumnsStep
        preview={list.preview}
        mapping={plan.mapping}
        isNameless={isNameless(plan)}
        onMapping={actions.onMapping}
        onNameless={actions.onNameless}
        engine={engine}
        origins={checked?.plan.mapping === plan.mapping ? checked.report.origins : undefined}
        refusals={checked?.report.groups.find(({ group }) => group === "refusal")}
        consent={{ engine, preview: list.preview, plan, onOnly: actions.onOnly }}
        country={plan.rules.country}
        countries={countries}
        onCountry={actions.onCountry}
        onContinue={() => {
          rememberColumns(list.preview, plan.format, plan.mapping);
          go("review");
        }}
      />
    );
  const fileName = list.file.name;
  if (!checked || failure !== undefined || (step !== "review" && checked.plan !== plan))
    return (
      <CheckingView
        {...{ fileName, reading, failure }}
        onStop={() => engine.cancel()}
        onCheckAgain={actions.onCheckAgain}
      />
    );
  if (step === "upload" && campaign_id === noCampaign)
    return (
      <ChooseCampaign
        heading={<StepHeading>Choose the campaign for {contactsWord(checked.report.counts.sent)}</StepHeading>}
        onChoose={onCampaign}
      />
    );
  if (step === "upload")
    return (
      <UploadStep
        {...{ engine, campaign_id, campaignName, fileName, plan }}
        onSend={(ready) => onSend({ ...ready, writeLeftOut: leftOutWriter(engine, checked.report, ready.leftOut) })}
        checkId={checked.report.checkId}
        onColumns={() => go("columns")}
        onCounted={actions.onCounted}
      />
    );
  return (
    <ReviewStep
      {...{ engine, checked, reading, plan, countries, fileName }}
      columns={list.preview.columns}
      onRules={actions.onRules}
      onEdit={actions.onEdit}
      onUndo={undoStack.length > 0 ? actions.onUndo : undefined}
      onContinue={() => go("upload")}
    />
  );
}
