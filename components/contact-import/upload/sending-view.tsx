"use client";

import type { ReactNode } from "react";
import type { ListToSend, SendProgress } from "@/components/contact-import/state/sending-state";
import { StepHeading, StepPage } from "@/components/contact-import/step-page";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { Progress } from "@/components/ui/charts/progress";
import { TimeText } from "@/components/ui/time/time-text";
import { formatCount } from "@/lib/format/format-count";
import { contactsWord } from "./outcome-messages";

type SendingViewProps = { campaign_id: string; list: ListToSend; sent: SendProgress; onStop: () => void };

/** Progress of an upload. */
export function SendingView({ campaign_id, list, sent, onStop }: SendingViewProps) {
  const { sentBytes, totalBytes } = sent;
  const hasLeft = sentBytes >= totalBytes;
  const { leftOut } = list;
  return (
    <StepPage>
      <StepHeading>
        Sending {contactsWord(list.entry.rows)} of <span>{list.entry.file_name}</span>
      </StepHeading>
      <Progress
        isBig
        label="of the file uploaded"
        note={hasLeft ? "Waiting for the platform" : "One request. The platform decides when all of it is in"}
        sent={sentBytes}
        total={totalBytes}
        perSecond={hasLeft ? undefined : bytesPerSecond(sent)}
        secondsLeft={hasLeft ? undefined : secondsLeft(sent)}
      />
      <ol
        className="grid grid-cols-[12px_auto_minmax(0,1fr)] gap-x-3.5 border-t border-rule"
        aria-label="Steps of sending"
      >
        <SendingPart tone="ok" at={<Clock atMs={list.preparedMs} />}>
          Rebuilt as CSV with <code>phone_number</code> and <code>name</code>
          {leftOut > 0 && `; ${formatCount(leftOut)} rows left out`}
        </SendingPart>
        <SendingPart tone={hasLeft ? "ok" : "live"} at={<Clock atMs={Date.parse(sent.startedAt)} />}>
          {hasLeft ? "Sent" : "Sending"} to campaign <code>{campaign_id}</code>
        </SendingPart>
        <SendingPart
          tone={hasLeft ? "live" : "idle"}
          at={<span className="text-ink-2">{hasLeft ? "now" : "next"}</span>}
        >
          How many contacts the platform accepted
        </SendingPart>
      </ol>
      <div className="flex items-center gap-3.5 max-narrow:flex-wrap">
        <Button variant="stop" icon="x" className="flex-none" onClick={onStop}>
          Stop sending
        </Button>
        <span className="text-sm/[17px] text-ink-3">
          If you stop, the platform may already have part of the file. Its documentation does not say what it keeps. You
          can open other pages; closing this tab stops the upload.
        </span>
      </div>
    </StepPage>
  );
}

type SendingPartProps = { tone: Tone; at: ReactNode; children: ReactNode };

function SendingPart({ tone, at, children }: SendingPartProps) {
  return (
    <li className="col-span-full grid min-h-10 grid-cols-subgrid items-center border-b border-rule py-1.5">
      <StatusIcon tone={tone} tinted /> {at}
      <span className="col-start-3 wrap-anywhere">{children}</span>
    </li>
  );
}

const Clock = ({ atMs }: { atMs: number }) => <TimeText at={new Date(atMs).toISOString()} variant="clock" />;

/** Estimated seconds left; undefined during the first second. */
function secondsLeft({ sentBytes, totalBytes, startedMs, nowMs }: SendProgress): number | undefined {
  const seconds = (nowMs - startedMs) / 1_000;
  if (seconds < 1 || sentBytes === 0) return undefined;
  return ((totalBytes - sentBytes) * seconds) / sentBytes;
}

/** Average speed; undefined during the first second. */
function bytesPerSecond(sent: SendProgress): number | undefined {
  const left = secondsLeft(sent);
  return left ? (sent.totalBytes - sent.sentBytes) / left : undefined;
}
