"use client";

import { Button } from "@/components/ui/button";
import { useSendOff } from "@/components/ui/use-send";
import { uploadContacts } from "@/lib/contract/campaigns";
import { wirePathOf } from "@/lib/contract/match";
import { contactsWord } from "./upload-words";

type SendListProps = { campaign_id: string; rows: number; onSend: () => void };

export function SendList({ campaign_id, rows, onSend }: SendListProps) {
  const off = useSendOff(uploadContacts, { campaign_id });
  return (
    <div className="row">
      <Button variant="primary" size="large" icon="up" aria-disabled={off ? true : undefined} onClick={onSend}>
        Upload {contactsWord(rows)}
      </Button>
      <span className="note">
        {off ?? (
          <>
            Sends <span className="mono">POST {wirePathOf(uploadContacts, { campaign_id })}</span>. The API decides
            which rows it takes.
          </>
        )}
      </span>
    </div>
  );
}
