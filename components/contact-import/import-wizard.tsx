"use client";

import { useEffect, useRef } from "react";
import { Stepper } from "@/components/ui/stepper";
import { useUrlState } from "@/components/ui/use-url-state";
import type { ContactEngine, CountryChoice } from "@/lib/contacts/engine";
import type { Plan } from "@/lib/contacts/plan";
import { CheckingView } from "./checking-view";
import { ColumnsStep } from "./columns-step";
import { FileStep } from "./file-step";
import { ImportJournal } from "./import-journal";
import { type ImportStep, importSteps } from "./import-state";
import { ResultStep } from "./result-step";
import { ReviewStep } from "./review-step";
import { SendingView } from "./sending-view";
import { UploadStep } from "./upload-step";
import type { Import } from "./use-import";
import type { SendList } from "./use-send-list";

export type ImportWizardProps = {
  campaign_id: string;
  campaignName: string | undefined;
  /** Undefined until the page is alive in the browser. */
  engine: ContactEngine | undefined;
  countries: readonly CountryChoice[];
  list: Import;
  sending: SendList;
  step: ImportStep;
  onFile: (file: File) => void;
  onAgain: () => void;
};

const labels: Record<ImportStep, string> = {
  file: "File",
  columns: "Columns",
  review: "Review and fix",
  upload: "Upload",
  result: "Result",
};

/** The five steps. The step is in the address: Back goes to the one before, with everything as it was. */
export function ImportWizard(props: ImportWizardProps) {
  const { list, sending, step } = props;
  const { set } = useUrlState();
  const { checked, progress } = list.state;
  const go = (next: ImportStep) => set({ step: next === "file" ? undefined : next });
  useStepFocus(step);
  return (
    <>
      <div className="imp-top">
        <Stepper
          label="Steps"
          now={importSteps.indexOf(step)}
          steps={importSteps.map((each) =>
            sending.isSending ? { label: labels[each] } : { label: labels[each], onSelect: () => go(each) },
          )}
        />
        {checked && !progress && step === "review" && (
          <span className="note">
            Checked {checked.report.rows.toLocaleString("en-US")} rows in {secondsWord(checked.report.ms)}
          </span>
        )}
      </div>
      <TheStep {...props} go={go} />
    </>
  );
}

function TheStep(props: ImportWizardProps & { go: (step: ImportStep) => void }) {
  const { campaign_id, campaignName, engine, countries, list, sending, step, onFile, onAgain, go } = props;
  const { file, plan, past, checked, progress, failure } = list.state;
  const { sent, list: out } = sending;
  if (sending.isSending && sent && out)
    return <SendingView {...{ campaign_id, sent }} list={out} onStop={sending.stop} />;
  if (step === "result" && out)
    return (
      <ResultStep
        {...{ engine, campaign_id, sending, onAgain }}
        list={out}
        isAtHand={checked !== undefined && checked.plan === plan}
      />
    );
  if (!engine || step === "file" || file.step !== "open" || !plan)
    return (
      <>
        <FileStep
          state={file}
          onFile={onFile}
          onFormat={list.onFormat}
          onSheet={list.onSheet}
          sendsHidden={plan?.rules.sendsHidden ?? false}
          onSendsHidden={list.onSendsHidden}
          onCancel={() => {
            engine?.cancel();
            list.onForget();
          }}
          onContinue={() => go(file.step === "open" && file.look.isCertain ? "review" : "columns")}
        />
        {file.step === "none" && <ImportJournal campaign_id={campaign_id} />}
      </>
    );
  if (step === "columns")
    return (
      <ColumnsStep
        look={file.look}
        mapping={plan.mapping}
        isNameless={isNameless(plan)}
        onMapping={list.onMapping}
        onNameless={list.onNameless}
        country={plan.rules.country}
        countries={countries}
        onCountry={list.onCountry}
        onContinue={() => go("review")}
      />
    );
  const fileName = file.file.name;
  if (!checked || failure !== undefined || (step !== "review" && checked.plan !== plan))
    return (
      <CheckingView
        {...{ fileName, progress, failure }}
        onStop={() => engine.cancel()}
        onCheckAgain={list.onCheckAgain}
      />
    );
  const { report } = checked;
  if (step === "upload")
    return <UploadStep {...{ engine, campaign_id, campaignName, fileName, report, plan, sending }} />;
  return (
    <ReviewStep
      {...{ engine, report, progress, plan, countries, fileName }}
      isOld={checked.plan !== plan}
      revision={list.state.revision}
      onPlan={list.onPlan}
      onUndo={past.length > 0 ? list.onUndo : undefined}
      undoLabel={past.at(-1)?.done}
      onContinue={() => go("upload")}
    />
  );
}

/** Whether numbers stand for names because the file has none. */
export const isNameless = ({ mapping, rules }: Plan) => mapping.name.length === 0 && rules.emptyName === "number";

const secondsWord = (ms: number) => (ms < 100 ? "less than 0.1 s" : `${(ms / 1000).toFixed(1)} s`);

/**
 * Focus goes to the new step's heading; where the first one stands focus stays. A step that shows something else once the
 * list is checked has another heading then, and whoever was at the old one would be at the page's top again.
 */
function useStepFocus(step: ImportStep) {
  const before = useRef<{ step: ImportStep; heading: HTMLElement | null }>(undefined);
  useEffect(() => {
    const last = before.current;
    const heading = document.getElementById("import-step");
    before.current = { step, heading };
    if (!last) return;
    const isLost = last.heading !== heading && document.activeElement === document.body;
    if (last.step !== step || isLost) heading?.focus();
  });
}
