"use client";

import { Progress } from "@/components/ui/progress";
import type { Progress as ReadSoFar, Report } from "@/lib/contacts/engine";
import { limits } from "@/lib/contacts/plan";
import { n, plural, sumMessage } from "./sum-messages";
import { usePace } from "./use-pace";

export type SumLineProps = { report: Report; progress: ReadSoFar | undefined };

/** Every row in exactly one count. While the list is counted again the old counts stay, and say that they are old. */
export function SumLine({ report, progress }: SumLineProps) {
  return (
    <div className="rev-sum">
      <p>
        {sumMessage(report)} {progress && <span className="vh">Counting again…</span>}
      </p>
      {report.rows > limits.triedRows && <p className="note">{untriedMessage}</p>}
      {progress && <Counting progress={progress} />}
    </div>
  );
}

const untriedMessage = `Lists of more than ${n(limits.triedRows)} rows have not been tried. This one may take its time.`;

function Counting({ progress }: { progress: ReadSoFar }) {
  const { rowsPerSecond } = usePace(progress);
  const rows = plural(progress.rows, "row", "rows");
  return (
    <div className="rev-count">
      <Progress
        label="Counting again…"
        sent={progress.readBytes}
        total={progress.totalBytes}
        note={rowsPerSecond === undefined ? rows : `${rows}, ${n(rowsPerSecond)} a second`}
      />
    </div>
  );
}
