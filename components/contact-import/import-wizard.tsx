import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { FileStep, type FileStepProps } from "@/components/contact-import/file/file-step";
import { noCampaign } from "@/components/contact-import/state/dispatch-import";
import {
  type ImportState,
  type ImportStep,
  importSteps,
  isPlain,
} from "@/components/contact-import/state/import-state";
import { listMessage, outcomeMessage, outcomeTone } from "@/components/contact-import/upload/outcome-messages";
import { KeptRowsLink } from "@/components/list-file/kept-rows-link";
import { QueryView } from "@/components/query/query-view";
import { deferred } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Icon } from "@/components/ui/buttons/icon";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Stepper } from "@/components/ui/charts/stepper";
import { sectionClass } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { againParam } from "@/lib/client/lists/recall-file";
import { read } from "@/lib/client/query";
import { listImports } from "@/lib/contract/console/imports";
import { ChooseCampaign } from "./choose-campaign";
import type { LaterStepProps } from "./later-step";

/** The steps after the file. They load while a file is opened. */
const LaterStep = deferred(async () => (await import("./later-step")).LaterStep);

type ImportWizardProps = Omit<LaterStepProps, "go"> &
  Pick<FileStepProps, "onFormat" | "onSheet"> & { onFile: (file: File) => void };

const labels: Record<ImportStep, string> = {
  file: "File",
  columns: "Columns",
  review: "Review and fix",
  upload: "Upload",
  result: "Result",
};

export function ImportWizard(props: ImportWizardProps) {
  const { sending } = props.state;
  const { set } = useUrlState();
  const { step, goToReview } = useReview(props);
  const go = (next: ImportStep) => set({ step: next === "file" ? undefined : next });
  const answer = step === "result" && sending?.step === "answered" ? sending.answer : undefined;
  useLaterSteps(props.state);
  useStepFocus(step);
  return (
    <>
      <div className="flex min-h-11.5 flex-wrap items-center justify-between gap-x-4 border-y border-rule bg-well px-(--gutter) max-narrow:[&>nav]:min-w-0 max-narrow:[&>nav]:flex-[1_0_100%]">
        <Stepper
          now={importSteps.indexOf(step)}
          steps={importSteps.map((importStep) => ({
            label: labels[importStep],
            ...(sending?.step === "sending" || answer ? {} : { onSelect: () => go(importStep) }),
          }))}
        />
        {answer && (
          <p className="flex items-center gap-1.5 text-sm text-ink-3 max-narrow:pb-2">
            <Icon name="lock" />
            <span>
              Sent at <TimeText at={answer.readAt} variant="clock" />. The steps before are locked.
            </span>
          </p>
        )}
      </div>
      <CurrentStep {...props} step={step} go={(next) => (next === "review" ? goToReview() : go(next))} />
    </>
  );
}

type StepProps = ImportWizardProps & Pick<LaterStepProps, "go">;

function CurrentStep(props: StepProps) {
  const { campaign_id, engine, state, actions, onFile, onFormat, onSheet, go } = props;
  const { list } = state;
  if (isPastFile(props)) return <LaterStep {...props} />;
  return (
    <>
      <FileStep
        state={list}
        {...{ onFile, onFormat, onSheet }}
        onCancel={() => {
          engine?.cancel();
          actions.onForget();
        }}
        onContinue={() => go(list.step === "open" && list.preview.isCertain ? "review" : "columns")}
      />
      {list.step === "none" &&
        (campaign_id === noCampaign ? (
          <ChooseCampaign heading={<SectionTitle>Or choose the campaign first</SectionTitle>} />
        ) : (
          <ImportJournal campaign_id={campaign_id} />
        ))}
    </>
  );
}

function isPastFile({ engine, state: { list, sending }, step }: StepProps) {
  if (sending && (step === "result" || (sending.step === "sending" && sending.sent))) return true;
  return engine !== undefined && step !== "file" && list.step === "open";
}

/** The step to show. After `goToReview` it is the one after the review if there is nothing to decide. */
function useReview({ step, state: { list } }: ImportWizardProps) {
  const { get, set } = useUrlState();
  // A list of people to call again has no columns to match: only what is to decide is shown.
  const [isAsked, setIsAsked] = useState(get(againParam) !== undefined);
  const checked = list.step === "open" && list.checked?.plan === list.plan ? list.checked : undefined;
  const isDue = isAsked && step === "review" && checked !== undefined;
  const isSkipped = isDue && isPlain(checked.report);
  useEffect(() => {
    if (isSkipped) set({ step: "upload" }, { replaces: true });
    else if (isDue || step === "upload") setIsAsked(false);
  }, [isDue, isSkipped, step, set]);
  return {
    step: isSkipped ? "upload" : step,
    goToReview() {
      setIsAsked(true);
      set({ step: "review" });
    },
  };
}

/** Loads the code of the later steps as soon as there is a list. Draws again once it is there, for the focus. */
function useLaterSteps({ list, sending }: ImportState) {
  const [, setIsLoaded] = useState(false);
  const isDue = list.step !== "none" || sending !== undefined;
  useEffect(() => {
    if (isDue) LaterStep.load().then(() => setIsLoaded(true), noop);
  }, [isDue]);
}

/** The step itself says that it could not be loaded. */
const noop = () => undefined;

/**
 * Moves focus to the heading of a new step, except on first render. A step may also replace its heading, for example once
 * the check ends. Focus on the removed heading would fall back to the body, so it moves to the new one.
 */
function useStepFocus(step: ImportStep) {
  const before = useRef<{ step: ImportStep; heading: HTMLElement | null }>(undefined);
  useEffect(() => {
    const last = before.current;
    const heading = document.getElementById("import-step");
    // A step without its heading is still loading.
    before.current = { step: last && !heading ? last.step : step, heading };
    if (!last) return;
    const isLost = last.heading !== heading && document.activeElement === document.body;
    if (last.step !== step || isLost) heading?.focus();
  });
}

const SectionTitle = ({ children }: { children: string }) => (
  <h2 className="text-md font-semibold tracking-[-0.004em]">{children}</h2>
);

function ImportJournal({ campaign_id }: { campaign_id: string }) {
  const query = useQuery(read(listImports, { campaign_id }));
  return (
    <section className={`${sectionClass} border-t border-rule pb-6`} aria-label="Uploads">
      <SectionTitle>Uploads</SectionTitle>
      <QueryView
        query={query}
        label="earlier uploads"
        isEmpty={({ data }) => data.length === 0}
        empty={<p className="text-sm/[17px] text-ink-3">No lists uploaded yet.</p>}
      >
        {({ value }) => (
          <ul>
            {value.data.map((upload) => (
              <li key={upload.id} className="grid grid-cols-[12px_minmax(0,1fr)] items-start gap-2.5 py-2 [&>svg]:mt-1">
                <StatusIcon tone={outcomeTone(upload)} tinted />
                <div>
                  <b className="wrap-anywhere">{upload.file_name}</b>, {listMessage(upload)}
                  <p className="text-sm/[17px] text-ink-3">
                    <TimeText at={upload.begun_at} zoned /> by {upload.by}: {outcomeMessage(upload)}
                  </p>
                  {upload.left_out && (
                    <p className="text-sm/[17px] text-ink-3">
                      <KeptRowsLink import_id={upload.id} {...upload.left_out} />
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}
