"use client";

import { useEffect, useRef, useState } from "react";
import { Progress } from "@/components/ui/progress";
import type { Progress as ReadSoFar, Report } from "@/lib/client/contacts/engine";
import { limits } from "@/lib/client/contacts/plan";
import { n, plural, sumWords } from "./sum-words";

export type SumLineProps = { report: Report; progress: ReadSoFar | undefined };

/** Every row in exactly one count. While the list is counted again the old counts stay, and say that they are old. */
export function SumLine({ report, progress }: SumLineProps) {
  return (
    <div className="rev-sum">
      <p>
        {sumWords(report)} {progress && <span className="vh">Counting again…</span>}
      </p>
      {report.rows > limits.triedRows && <p className="note">{untriedWords}</p>}
      {progress && <Counting progress={progress} />}
    </div>
  );
}

const untriedWords = `Lists of more than ${n(limits.triedRows)} rows have not been tried. This one may take its time.`;

function Counting({ progress }: { progress: ReadSoFar }) {
  const perSecond = useRate(progress.rows);
  const rows = plural(progress.rows, "row", "rows");
  return (
    <div className="rev-count">
      <Progress
        label="Counting again…"
        sent={progress.readBytes}
        total={progress.totalBytes}
        note={perSecond === undefined ? rows : `${rows}, ${n(perSecond)} a second`}
      />
    </div>
  );
}

/** Per second since the first look, once there was time enough to tell. */
function useRate(count: number): number | undefined {
  const first = useRef<{ ms: number; count: number }>(undefined);
  const [rate, setRate] = useState<number>();
  useEffect(() => {
    first.current ??= { ms: performance.now(), count };
    const seconds = (performance.now() - first.current.ms) / 1_000;
    if (seconds > 0.2) setRate(Math.round((count - first.current.count) / seconds));
  }, [count]);
  return rate;
}
