"use client";

import { usePace } from "@/components/contact-import/state/use-pace";
import { Progress } from "@/components/ui/charts/progress";
import type { Progress as ReadSoFar, Report } from "@/lib/contacts/engine";
import { sumMessage } from "@/lib/contacts/messages/sum-message";
import { limits } from "@/lib/contacts/plan";
import { countOf, formatCount } from "@/lib/format/format-count";

export type SumLineProps = { report: Report; progress: ReadSoFar | undefined };

/** Every row in exactly one count. While the list is counted again the old counts stay, and say that they are old. */
export function SumLine({ report, progress }: SumLineProps) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-6 gap-y-1 ${progress ? "flex-1" : ""}`}>
      <p data-sum>
        {sumMessage(report)} {progress && <span className="sr-only">Counting again…</span>}
      </p>
      {report.rows > limits.triedRows && <p className="text-sm/[17px] text-ink-3">{untriedMessage}</p>}
      {progress && <Counting progress={progress} />}
    </div>
  );
}

const untriedMessage = `Lists of more than ${formatCount(limits.triedRows)} rows have not been tried. This one may take its time.`;

const onOneLine =
  "max-narrow:flex-1 [&_[role=progressbar]]:m-0 [&_[role=progressbar]]:w-30 max-narrow:[&_[role=progressbar]]:flex-1 [&_b]:font-normal [&_b]:text-ink-2 max-narrow:[&_p]:hidden [&>div]:flex [&>div]:items-center [&>div]:gap-3";

function Counting({ progress }: { progress: ReadSoFar }) {
  const { rowsPerSecond } = usePace(progress);
  const rows = countOf(progress.rows, "row", "rows");
  return (
    <div className={onOneLine}>
      <Progress
        label="Counting again…"
        sent={progress.readBytes}
        total={progress.totalBytes}
        note={rowsPerSecond === undefined ? rows : `${rows}, ${formatCount(rowsPerSecond)} a second`}
      />
    </div>
  );
}
