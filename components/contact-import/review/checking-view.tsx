"use client";

import { usePace } from "@/components/contact-import/state/use-pace";
import { StepHeading, StepPage } from "@/components/contact-import/step-page";
import { Button } from "@/components/ui/buttons/button";
import { Progress } from "@/components/ui/charts/progress";
import { Notice } from "@/components/ui/page/notice";
import type { Progress as CheckProgress } from "@/lib/contacts/engine";
import { formatCount } from "@/lib/format/format-count";

type CheckingViewProps = {
  fileName: string;
  progress: CheckProgress | undefined;
  failure: string | undefined;
  onStop: () => void;
  onCheckAgain: () => void;
};

/** The first check of a list: how far it is and what it has found so far. */
export function CheckingView({ fileName, progress, failure, onStop, onCheckAgain }: CheckingViewProps) {
  const { rowsPerSecond, secondsLeft } = usePace(progress);
  return (
    <StepPage>
      <StepHeading>Review and fix</StepHeading>
      {failure === undefined ? (
        <>
          <Progress
            label={`Checking ${fileName}`}
            sent={progress?.readBytes ?? 0}
            total={progress?.totalBytes ?? 1}
            secondsLeft={secondsLeft}
            {...(progress ? { note: countsSoFar(progress, rowsPerSecond) } : {})}
          />
          <div className="flex min-w-0 flex-wrap items-center gap-2">
            <Button icon="x" onClick={onStop}>
              Stop checking
            </Button>
            <span className="text-sm/[17px] text-ink-3">Nothing has left this browser.</span>
          </div>
        </>
      ) : (
        <>
          <Notice tone="wait" role="alert">
            <p>The list was not checked to its end. {failure}</p>
          </Notice>
          <Button variant="primary" onClick={onCheckAgain}>
            Check again
          </Button>
        </>
      )}
    </StepPage>
  );
}

function countsSoFar({ rows, sent, toFix }: CheckProgress, rowsPerSecond: number | undefined): string {
  const pace = rowsPerSecond === undefined ? "" : `, ${formatCount(rowsPerSecond)} a second`;
  return `${formatCount(rows)} rows so far${pace}: ${formatCount(sent)} ready, ${formatCount(toFix)} to fix`;
}
