import type { ListToSend, SendProgress } from "@/components/contact-import/state/sending-state";
import { StepHeading, StepPage } from "@/components/contact-import/step-page";
import { Button } from "@/components/ui/buttons/button";
import { Progress } from "@/components/ui/charts/progress";
import { contactsWord } from "./outcome-messages";

type SendingViewProps = { list: ListToSend; sent: SendProgress; onStop: () => void };

export function SendingView({ list, sent, onStop }: SendingViewProps) {
  const { sentBytes, totalBytes } = sent;
  const hasLeft = sentBytes >= totalBytes;
  return (
    <StepPage>
      <StepHeading>
        Uploading {contactsWord(list.entry.rows)} of <span>{list.entry.file_name}</span>
      </StepHeading>
      <Progress
        isBig
        label="of the file uploaded"
        note={hasLeft ? "Waiting for the platform" : "The result follows here"}
        sent={sentBytes}
        total={totalBytes}
        perSecond={hasLeft ? undefined : bytesPerSecond(sent)}
        secondsLeft={hasLeft ? undefined : secondsLeft(sent)}
      />
      <div className="flex items-center gap-3.5 max-narrow:flex-wrap">
        <Button variant="stop" icon="x" className="flex-none" onClick={onStop}>
          Stop uploading
        </Button>
        <span className="text-sm/[17px] text-ink-3">
          If you stop, the platform may already have part of the file. Its documentation does not say what it keeps. You
          can open other pages; closing this tab stops the upload.
        </span>
      </div>
    </StepPage>
  );
}

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
