"use client";

import { useState } from "react";
import { useSendOff } from "@/components/send/use-send";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import { wirePathOf } from "@/lib/contract/match";
import type { TimesBefore } from "./repeat-guard";
import { contactsWord } from "./upload-words";

type SendButtonProps = {
  campaign_id: string;
  rows: number;
  timesBefore: TimesBefore;
  isRefused: boolean;
  onSend: () => void;
};

/** The last button. A list that was sent before, or of which nobody can say, asks once more. */
export function SendButton({ campaign_id, rows, timesBefore, isRefused, onSend }: SendButtonProps) {
  const isOff = useSendOff(uploadContacts, { campaign_id });
  const off = isRefused ? refusedWords : timesBefore === undefined ? readingWords : isOff;
  const isUnknown = timesBefore === "unknown";
  const wasSent = typeof timesBefore === "number" && timesBefore > 0;
  const again = wasSent ? " again" : "";
  const [isAsking, setIsAsking] = useState(false);
  const request = `POST ${wirePathOf(uploadContacts, { campaign_id })}`;
  return (
    <div className="row">
      <Button
        variant="primary"
        size="large"
        icon="up"
        aria-disabled={off ? true : undefined}
        onClick={() => (wasSent || isUnknown ? setIsAsking(true) : onSend())}
      >
        Upload {contactsWord(rows)}
        {again}
      </Button>
      <span className="note">
        {off ?? (
          <>
            Sends <span className="mono">{request}</span>.
          </>
        )}
      </span>
      {isAsking && (
        <ConfirmDialog
          question={wasSent ? "Send this list again?" : "Send this list unchecked?"}
          sends={request}
          confirmLabel={`Send ${contactsWord(rows)}${again}`}
          keepLabel="Do not send"
          stop={false}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            onSend();
          }}
        >
          {wasSent
            ? "The same contacts were sent to this campaign before."
            : "The import journal could not be read, so these contacts may have been sent to this campaign before."}{" "}
          The contract does not say what the API does with numbers that it already has.
        </ConfirmDialog>
      )}
    </div>
  );
}

const readingWords = "Looking whether this list was sent before…";

const refusedWords = "The API’s own check refused this list. Fix it, or dismiss that answer to send it all the same.";
