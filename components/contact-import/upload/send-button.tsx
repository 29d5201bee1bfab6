"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSendOff } from "@/components/send/use-send";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { Notice } from "@/components/ui/page/notice";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import { listImports } from "@/lib/contract/console/imports";
import { wirePathOf } from "@/lib/contract/match";
import { contactsWord, outcomeMessage } from "./outcome-messages";

/** How often this very list was sent before: `unknown` where the journal failed, undefined until it was asked now. */
type TimesBefore = number | "unknown" | undefined;

export function useTimesBefore(campaign_id: string, sha256: string) {
  const query = useQuery({ ...read(listImports, { campaign_id, sha256 }), staleTime: 0 });
  const before = query.data?.value.data ?? [];
  // What was known before counts for nothing: the list may have been sent since.
  const times: TimesBefore = query.isFetchedAfterMount ? (query.error ? "unknown" : before.length) : undefined;
  return { query, before, times };
}

/** Whether this very list was sent to this campaign before. Where the journal cannot be read, that is said. */
export function RepeatGuard({ query, before, times }: ReturnType<typeof useTimesBefore>) {
  if (times === "unknown")
    return (
      <Notice tone="wait" title="Could not check whether this list was sent before">
        <p>The list of uploads could not be read.</p>
        <Button size="small" isSending={query.isFetching} sendingLabel="Reading…" onClick={() => void query.refetch()}>
          Refresh
        </Button>
      </Notice>
    );
  const [last] = before;
  if (!last) return undefined;
  return (
    <Notice tone="wait" title="This list was already sent to this campaign">
      <p>
        On <TimeText at={last.begun_at} zoned /> by {last.by}: {outcomeMessage(last)}.
        {before.length > 1 && ` ${before.length} times in all.`} Sending it again may add or call these people twice.
      </p>
    </Notice>
  );
}

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
  const off = isRefused ? refusedMessage : timesBefore === undefined ? readingMessage : isOff;
  const isUnknown = timesBefore === "unknown";
  const wasSent = typeof timesBefore === "number" && timesBefore > 0;
  const again = wasSent ? " again" : "";
  const [isAsking, setIsAsking] = useState(false);
  const request = `POST ${wirePathOf(uploadContacts, { campaign_id })}`;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <Button
        variant="primary"
        size="large"
        icon="up"
        disabled={off !== undefined}
        onClick={() => (wasSent || isUnknown ? setIsAsking(true) : onSend())}
      >
        Upload {contactsWord(rows)}
        {again}
      </Button>
      {off && <span className="text-sm/[17px] text-ink-3">{off}</span>}
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
            ? "These contacts were already sent to this campaign."
            : "The list of uploads could not be read, so these contacts may have been sent to this campaign before."}{" "}
          The API documentation does not say what happens to numbers that the platform already has.
        </ConfirmDialog>
      )}
    </div>
  );
}

const readingMessage = "Checking whether this list was sent before…";

const refusedMessage = "The platform’s check refused this list. Fix it, or dismiss the result to send it anyway.";
