"use client";

import { useState } from "react";
import { typedPeople } from "@/components/preflight/action-fit";
import { useSendOff } from "@/components/send/use-send";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import { wirePathOf } from "@/lib/contract/match";
import { contactsWord } from "./outcome-messages";

type SendButtonProps = {
  campaign_id: string;
  rows: number;
  /** Number of contacts that the campaign holds; undefined if unknown. */
  held: number | undefined;
  /** False while the status of the campaign or the file is not read yet. */
  isReady: boolean;
  isRefused: boolean;
  onSend: () => void;
};

/** Sends the list. Asks for the number of people if they are many. */
export function SendButton({ campaign_id, rows, held, isReady, isRefused, onSend }: SendButtonProps) {
  const isOff = useSendOff(uploadContacts, { campaign_id });
  const reading = isReady ? undefined : readingMessage;
  const off = rows === 0 ? nobodyMessage : isRefused ? refusedMessage : (reading ?? isOff);
  const typed = typedPeople(rows, held);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <Button
        variant="primary"
        size="large"
        icon="up"
        disabled={off !== undefined}
        onClick={() => (typed ? setIsAsking(true) : onSend())}
      >
        Upload {contactsWord(rows)}
      </Button>
      {off && <span className="text-sm/[17px] text-ink-3">{off}</span>}
      {isAsking && (
        <ConfirmDialog
          question={`Upload ${contactsWord(rows)} to this campaign?`}
          sends={`POST ${wirePathOf(uploadContacts, { campaign_id })}`}
          confirmLabel={`Upload ${contactsWord(rows)}`}
          keepLabel="Do not upload"
          typeToConfirm={typed}
          stop={false}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            onSend();
          }}
        >
          {held !== undefined && `The campaign holds ${contactsWord(held)} now.`}
        </ConfirmDialog>
      )}
    </div>
  );
}

const nobodyMessage = "There is nobody new to upload.";
const readingMessage = "Checking the status of this campaign and the list…";
const refusedMessage = "The platform’s check refused this list. Fix it, or dismiss the result to upload it anyway.";
