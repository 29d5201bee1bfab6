"use client";

import { useEffect, useRef } from "react";
import { useAnnounce } from "@/components/ui/page/live-region";
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
        <p>
          <span className="text-2xl font-[560] tracking-[-0.022em]">{percent}%</span>{" "}
          <span className="text-ink-2">{label}</span>
        </p>
      ) : (
        <div className="flex justify-between gap-2">
          <b className="font-semibold">{label}</b>
          <span>{percent}%</span>
        </div>
      )}
      <div
        className={`overflow-hidden border border-rule-2 bg-idle-wash ${isBig ? "mt-2.5 mb-2 h-3.5 rounded-[7px]" : "my-[7px] h-2 rounded-[4px]"}`}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}%, ${progressMessage(input)}`}
      >
        <svg className="size-full" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
          <rect
            className="fill-bar forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText] forced-colors:stroke-1 forced-colors:[vector-effect:non-scaling-stroke]"
            width={percent}
            height="8"
          />
        </svg>
      </div>
      <p className="text-sm/[17px] text-ink-3">
        {progressMessage(input)}
        {note && `. ${note}.`}
      </p>
    </div>
  );
}
