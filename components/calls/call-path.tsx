import type { ReactNode } from "react";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Section } from "@/components/ui/page/section";
import { useNow } from "@/components/ui/time/use-now";
import { useZone, ZoneName } from "@/components/ui/time/zone";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import type { CallShape } from "@/lib/contract/shapes/call";
import { formatClock } from "@/lib/format/format-time";
import { type CordStep, pathSteps } from "./path-steps";

type CallCordProps = {
  call: CallShape;
  found: FoundCall | undefined;
  limit_at: string | undefined;
};

/** Time line of a call, oldest step on top. The line is dotted while it rings and thick while people talk. */
export function CallPath({ call, found, limit_at }: CallCordProps) {
  const nowMs = useNow(call.isOver ? 60_000 : 1_000);
  const limitMs = limit_at === undefined ? undefined : Date.parse(limit_at);
  const steps = nowMs === undefined ? [] : pathSteps({ call, found, events: [], limitMs, nowMs });
  return (
    <Section title="What happened" note={<ZoneName />} flush>
      <ol>
        {steps.map((step, at) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no ID and never change places
            key={at}
            step={step}
            isLive={!call.isOver}
            isLast={at === steps.length - 1}
          />
        ))}
      </ol>
    </Section>
  );
}

const rowClass = [
  "grid grid-cols-[72px_12px_minmax(0,1fr)_auto] items-start gap-x-3.5 px-(--gutter) py-[7px]",
  "max-narrow:grid-cols-[64px_12px_minmax(0,1fr)] max-narrow:gap-x-3",
].join(" ");

const lineClass = {
  none: "w-0.5 bg-rule-2",
  ringing: "w-1.5 bg-[repeating-linear-gradient(180deg,var(--idle-fill)_0_2px,var(--sheet)_2px_5px)]",
  talking: "w-1.5 bg-bar-2 forced-colors:bg-[CanvasText]",
};

function Row({ step, isLive, isLast }: { step: CordStep; isLive: boolean; isLast: boolean }) {
  const zone = useZone();
  const line = isLive && step.phase === "talking" ? "w-1.5 bg-live-fill" : lineClass[step.phase];
  return (
    <li className={rowClass}>
      <time className="text-ink-2 tabular-nums" dateTime={new Date(step.ms).toISOString()}>
        {step.isNow ? "now" : formatClock(step.ms, zone)}
      </time>
      <span className="relative grid justify-items-center self-stretch max-narrow:row-span-2" aria-hidden="true">
        {!isLast && <i className={`absolute top-2.5 -bottom-6 left-1/2 -translate-x-1/2 ${line}`} />}
        <span className="relative h-5 content-center">
          <Node tone={step.tone} />
        </span>
      </span>
      <StepText step={step} />
    </li>
  );
}

function Node({ tone }: Pick<CordStep, "tone">) {
  if (tone) return <StatusIcon tone={tone} tinted className="block rounded-full bg-sheet ring-2 ring-sheet" />;
  return <span className="block size-2 rounded-full border-[1.5px] border-edge bg-sheet ring-2 ring-sheet" />;
}

function StepText({ step: { title, rest, note } }: { step: CordStep }): ReactNode {
  return (
    <span className={`wrap-anywhere ${title ? "" : "text-ink-2"}`}>
      {title && <b className="font-semibold">{title}</b>} {rest}
      {note && <small className="block text-sm/[17px] text-ink-3">{note}</small>}
    </span>
  );
}
