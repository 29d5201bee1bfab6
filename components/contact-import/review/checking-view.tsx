import { StepHeading, StepPage } from "@/components/contact-import/step-page";
import { Button } from "@/components/ui/buttons/button";
import { Progress } from "@/components/ui/charts/progress";
import { Notice } from "@/components/ui/page/notice";
import type { Progress as CheckProgress, Report } from "@/lib/contacts/engine";
import { limits } from "@/lib/contacts/limits";
import { sumMessage } from "@/lib/contacts/row-status/report-messages";
import { countOf, formatCount } from "@/lib/format/format-count";

type CheckingViewProps = {
  fileName: string;
  reading: CheckProgress | undefined;
  failure: string | undefined;
  onStop: () => void;
  onCheckAgain: () => void;
};

export function CheckingView({ fileName, reading, failure, onStop, onCheckAgain }: CheckingViewProps) {
  return (
    <StepPage>
      <StepHeading>Review and fix</StepHeading>
      {failure === undefined ? (
        <>
          <Progress
            label={`Checking ${fileName}`}
            sent={reading?.readBytes ?? 0}
            total={reading?.totalBytes ?? 1}
            {...(reading ? { note: countsSoFar(reading) } : {})}
          />
          <div className="flex min-w-0 flex-wrap items-center gap-2">
            <Button icon="x" onClick={onStop}>
              Stop checking
            </Button>
            <span className="text-sm/[17px] text-ink-3">Nothing was uploaded.</span>
          </div>
        </>
      ) : (
        <>
          <Notice tone="wait" role="alert">
            <p>The list was not checked completely. {failure}</p>
          </Notice>
          <Button variant="primary" onClick={onCheckAgain}>
            Check again
          </Button>
        </>
      )}
    </StepPage>
  );
}

const countsSoFar = ({ rows, sent, toFix }: CheckProgress) =>
  `${formatCount(rows)} rows so far: ${formatCount(sent)} ready, ${formatCount(toFix)} to fix`;

/** The counts add up to all rows. During a recheck the old counts stay, marked as being updated. */
export function SumLine({ report, reading }: { report: Report; reading: CheckProgress | undefined }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-6 gap-y-1 ${reading ? "flex-1" : ""}`}>
      <p data-sum role="status">
        {sumMessage(report)} {reading && <span className="sr-only">Counting again…</span>}
      </p>
      {report.rows > limits.triedRows && <p className="text-sm/[17px] text-ink-3">{untriedMessage}</p>}
      {reading && <Counting reading={reading} />}
    </div>
  );
}

const untriedMessage = `Lists of more than ${formatCount(limits.triedRows)} rows have not been tested. This one may take a while.`;

const onOneLine =
  "max-narrow:flex-1 [&_[role=progressbar]]:m-0 [&_[role=progressbar]]:w-30 max-narrow:[&_[role=progressbar]]:flex-1 [&_b]:font-normal [&_b]:text-ink-2 max-narrow:[&_p]:hidden [&>div]:flex [&>div]:items-center [&>div]:gap-3";

function Counting({ reading }: { reading: CheckProgress }) {
  return (
    <div className={onOneLine}>
      <Progress
        label="Counting again…"
        sent={reading.readBytes}
        total={reading.totalBytes}
        note={countOf(reading.rows, "row")}
      />
    </div>
  );
}
