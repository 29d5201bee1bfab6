import { useEffect, useEffectEvent, useState } from "react";
import { typedPeople } from "@/components/preflight/action-fit";
import { useSendOff } from "@/components/send/use-send";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { UndoBar } from "@/components/ui/overlay/undo-bar";
import { useNow } from "@/components/ui/time/use-now";
import { clock } from "@/lib/clock";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import { undoMs } from "@/lib/contract/console/automation/planned";
import { contactsWord } from "./outcome-messages";

type SendButtonProps = {
  campaign_id: string;
  rows: number;
  inCampaign: number | undefined;
  isReady: boolean;
  /** Calls may begin as soon as the list is uploaded. */
  mayCall: boolean;
  onSend: () => void;
};

export function SendButton({ campaign_id, rows, inCampaign, isReady, mayCall, onSend }: SendButtonProps) {
  const isOff = useSendOff(uploadContacts, { campaign_id });
  const reading = isReady ? undefined : readingMessage;
  const off = rows === 0 ? nobodyMessage : (reading ?? isOff);
  const typed = typedPeople(rows, inCampaign);
  const [isAsking, setIsAsking] = useState(false);
  const countdown = useCountdown(rows, off === undefined, onSend);
  return (
    <>
      {off && (
        <span className="text-right text-sm/[17px] text-ink-3 max-narrow:w-full max-narrow:text-left">{off}</span>
      )}
      <Button
        variant="primary"
        size="large"
        className="max-narrow:flex-1"
        icon="up"
        disabled={off !== undefined || countdown.isOn}
        onClick={() => (typed ? setIsAsking(true) : mayCall ? countdown.start() : onSend())}
      >
        {countdown.isOn ? `Uploads in ${countdown.secondsLeft} s` : `Upload ${contactsWord(rows)}`}
      </Button>
      <div role="status" className="empty:absolute">
        {countdown.isOn && (
          <UndoBar
            title={`The upload of ${contactsWord(rows)} begins in ${undoMs / 1_000} seconds`}
            parts={["The upload begins", `: ${contactsWord(rows)}`]}
            secondsLeft={countdown.secondsLeft}
            note="Nothing is sent if you close or leave this page before."
            isUndoing={false}
            onUndo={countdown.stop}
          />
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          question={`Upload ${contactsWord(rows)} to this campaign?`}
          confirmLabel={`Upload ${contactsWord(rows)}`}
          keepLabel="Do not upload"
          typeToConfirm={typed}
          stop={false}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            countdown.start();
          }}
        >
          {inCampaign !== undefined && `The campaign holds ${contactsWord(inCampaign)} now.`}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Calls `onEnd` when the time to undo is over and it may. Ends when the number of rows changes, which was confirmed. */
function useCountdown(rows: number, may: boolean, onEnd: () => void) {
  const [started, setStarted] = useState<{ endsMs: number; rows: number }>();
  const nowMs = useNow() ?? clock.nowMs();
  const isOn = started?.rows === rows;
  const secondsLeft = isOn ? Math.max(0, Math.ceil((started.endsMs - nowMs) / 1_000)) : 0;
  const isOver = isOn && secondsLeft === 0 && may;
  const end = useEffectEvent(() => {
    setStarted(undefined);
    onEnd();
  });
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  return {
    isOn,
    secondsLeft,
    start: () => setStarted({ endsMs: clock.nowMs() + undoMs, rows }),
    stop: () => setStarted(undefined),
  };
}

const nobodyMessage = "There is nobody new to upload.";
const readingMessage = "Checking the status of this campaign and the list…";
