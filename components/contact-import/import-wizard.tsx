import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { KeptRowsLink } from "@/components/list-file/kept-rows-link";
import { QueryView } from "@/components/query/query-view";
import { deferred } from "@/components/ui/browser/deferred";
import { Icon } from "@/components/ui/buttons/icon";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Stepper } from "@/components/ui/charts/stepper";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { noCampaign } from "@/lib/client/lists/offered-file";
import { read } from "@/lib/client/query";
import { listImports } from "@/lib/contract/console/imports";
import { ChooseCampaign } from "./choose-campaign";
import { ChooseFile, FileOpening } from "./file/choose-file";
import type { LaterStepProps } from "./later-step";
import { endOfUpload, type ImportStep, importSteps } from "./state/import-state";
import { useStepFocus } from "./state/use-import-session";
import { listMessage, outcomeMessage, outcomeTone } from "./upload/outcome-messages";

/** Everything after the choice of a file. It loads while a file is opened. */
const LaterStep = deferred(async () => (await import("./later-step")).LaterStep);

export type ImportWizardProps = LaterStepProps & { onFile: (file: File) => void };

const labels: Record<ImportStep, string> = {
  columns: "File and columns",
  review: "Review and fix",
  upload: "Upload",
};

export function ImportWizard(props: ImportWizardProps) {
  const { state, steps } = props;
  const { list, sending } = state;
  const end = endOfUpload(state);
  const answer = end?.step === "answered" ? end.answer : undefined;
  const isLocked = sending?.step === "sending" || answer !== undefined;
  const isLoaded = useLaterSteps(list.step !== "none" || sending !== undefined);
  // The upload and its result are one step, and each has its own heading.
  useStepFocus(steps.step === "upload" ? `upload ${sending?.step}` : steps.step);
  return (
    <>
      <div className="flex min-h-11.5 flex-wrap items-center justify-between gap-x-4 border-y border-rule bg-well px-(--gutter) max-narrow:[&>nav]:min-w-0 max-narrow:[&>nav]:flex-[1_0_100%]">
        <Stepper
          now={importSteps.indexOf(steps.step)}
          steps={importSteps.map((step) => ({
            label: labels[step],
            ...(isLocked ? {} : { onSelect: () => steps.go(step) }),
          }))}
        />
        {answer && steps.step === "upload" && (
          <p className="flex items-center gap-1.5 text-sm text-ink-3 max-narrow:pb-2">
            <Icon name="lock" />
            <span>
              Sent at <TimeText at={answer.readAt} variant="clock" />. The steps before are locked.
            </span>
          </p>
        )}
      </div>
      <CurrentStep {...props} isLoaded={isLoaded} />
    </>
  );
}

function CurrentStep({ isLoaded, ...props }: ImportWizardProps & { isLoaded: boolean }) {
  const { session, state, steps, onFile } = props;
  const { list } = state;
  if (steps.step === "upload") return <LaterStep {...props} />;
  // The heading stays until the next one is there, and with it the focus.
  const isOpening = list.step === "opening" || !isLoaded || !state.engine;
  if (list.step !== "none" && isOpening) {
    const progress = list.step === "opening" ? list.progress : undefined;
    return <FileOpening file={list.file} progress={progress} onCancel={() => session.stopOpening()} />;
  }
  if (list.step !== "none") return <LaterStep {...props} />;
  return (
    <div className={`flex-1 ${sectionsClass({ columns: session.campaign_id === noCampaign ? "one" : "beside" })}`}>
      <ChooseFile onFile={onFile} />
      {session.campaign_id === noCampaign ? (
        <ChooseCampaign
          heading={<h2 className="text-md font-semibold tracking-[-0.004em]">Or choose the campaign first</h2>}
        />
      ) : (
        <ImportJournal campaign_id={session.campaign_id} />
      )}
    </div>
  );
}

/** Loads the code of the later steps as soon as there is a list. True once it is there, or cannot be loaded. */
function useLaterSteps(isDue: boolean): boolean {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    const end = () => setIsLoaded(true);
    // The step itself says that it could not be loaded.
    if (isDue) LaterStep.load().then(end, end);
  }, [isDue]);
  return isLoaded;
}

function ImportJournal({ campaign_id }: { campaign_id: string }) {
  const query = useQuery(read(listImports, { campaign_id }));
  return (
    <Section title="Uploads">
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
    </Section>
  );
}
