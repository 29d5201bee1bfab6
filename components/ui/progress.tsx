"use client";

import { useEffect, useRef } from "react";
import { useAnnounce } from "./live-region";
import { markPassed, type ProgressInput, percentOf, progressMessage } from "./progress-messages";

export type ProgressProps = ProgressInput & {
  label: string;
  note?: string;
  /** The percentage as a figure with the label after it: "62% of the file has left this browser". */
  isBig?: boolean;
};

export function Progress({ label, note, isBig = false, ...input }: ProgressProps) {
  const announce = useAnnounce();
  const percent = percentOf(input);
  const before = useRef(percent);

  useEffect(() => {
    const mark = markPassed(before.current, percent);
    before.current = percent;
    if (mark !== undefined) announce(`${label}, ${mark} percent`);
  }, [announce, label, percent]);

  return (
    <div>
      {isBig ? (
        <p className="prog-big">
          <span className="fig">{percent}%</span> <span className="dim">{label}</span>
        </p>
      ) : (
        <div className="prog-h">
          <b>{label}</b>
          <span>{percent}%</span>
        </div>
      )}
      <div
        className="prog"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}%, ${progressMessage(input)}`}
      >
        <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
          <rect width={percent} height="8" />
        </svg>
      </div>
      <p className="note">
        {progressMessage(input)}
        {note && `. ${note}.`}
      </p>
    </div>
  );
}
