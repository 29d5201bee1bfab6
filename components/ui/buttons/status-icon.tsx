import type { ReactNode } from "react";

export const toneLabels: Record<Tone, string> = {
  ok: "OK",
  wait: "warning",
  fault: "problem",
  live: "in progress",
  idle: "inactive",
  done: "finished",
  unknown: "unknown",
};

export type StatusIconProps = { tone: Tone; tinted?: boolean; className?: string };

/** An icon's shape carries its meaning; color comes from the parent unless `tinted`. */
export function StatusIcon({ tone, tinted = false, className = "" }: StatusIconProps) {
  return (
    <svg
      data-slot="status-icon"
      className={`status-icon ${tinted ? tints[tone] : ""} ${className}`.trimEnd()}
      viewBox="0 0 12 12"
      aria-hidden="true"
      focusable="false"
    >
      {statusIconPaths[tone]}
    </svg>
  );
}

const tints: Record<Tone, string> = {
  ok: "text-ok-fill",
  wait: "text-wait-fill",
  fault: "text-fault-fill",
  live: "text-live-fill",
  idle: "text-idle-fill",
  done: "text-idle-fill",
  unknown: "text-ink-3",
};

const statusIconPaths: Record<Tone, ReactNode> = {
  ok: (
    <>
      <circle cx="6" cy="6" r="5.25" />
      <path className="cut" d="m3.7 6.2 1.6 1.6 3-3.4" />
    </>
  ),
  wait: (
    <>
      <path d="M6 .9c.4 0 .75.2.95.55l4.2 7.5a1.1 1.1 0 0 1-.95 1.65H1.8a1.1 1.1 0 0 1-.95-1.65l4.2-7.5C5.25 1.1 5.6.9 6 .9Z" />
      <path className="cut" d="M6 4v3M6 8.7v.05" />
    </>
  ),
  fault: (
    <>
      <path d="M3.7.75h4.6l2.95 2.95v4.6L8.3 11.25H3.7L.75 8.3V3.7Z" />
      <path className="cut" d="m4.2 4.2 3.6 3.6m0-3.6L4.2 7.8" />
    </>
  ),
  live: (
    <>
      <circle className="stroked" cx="6" cy="6" r="4.6" />
      <circle cx="6" cy="6" r="2.3" />
    </>
  ),
  idle: <circle className="stroked" cx="6" cy="6" r="4.6" />,
  done: (
    <>
      <circle className="stroked" cx="6" cy="6" r="4.6" />
      <rect x="4.1" y="4.1" width="3.8" height="3.8" rx=".6" />
    </>
  ),
  unknown: (
    <>
      <circle className="stroked" cx="6" cy="6" r="4.6" strokeDasharray="2.1 1.5" />
      <path className="stroked" d="M6 3.6v3M6 8.3v.05" />
    </>
  ),
};

/** Meaning of a status word. `unknown` is for words outside the API documentation. */
export type Tone = "ok" | "wait" | "fault" | "live" | "idle" | "done" | "unknown";
