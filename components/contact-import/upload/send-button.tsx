"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { typedPeople } from "@/components/preflight/action-fit";
import { useSendOff } from "@/components/send/use-send";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { Notice } from "@/components/ui/page/notice";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import { listImports } from "@/lib/contract/console/imports";
import { wirePathOf } from "@/lib/contract/match";
import { countOf } from "@/lib/format/format-count";
import { contactsWord } from "./outcome-messages";
import { isSure, type SentBefore, sentBefore } from "./sent-before";

/** Earlier upload to the campaign: `unknown` if the journal failed, undefined while it loads. */
type PreviousUpload = SentBefore | "none" | "unknown" | undefined;

export function useSentBefore(campaign_id: string, sha256: string) {
  const query = useQuery({ ...read(listImports, { campaign_id }), staleTime: 0 });
  const match = sentBefore(query.data?.value.data ?? [], sha256) ?? "none";
  // Ignore cached data, because a list may have been sent since.
  const before: PreviousUpload = query.isFetchedAfterMount ? (query.error ? "unknown" : match) : undefined;
  return { query, before };
}

/** Warns about an earlier upload to this campaign, or a journal that could not be read. */
export function RepeatGuard({ query, before }: ReturnType<typeof useSentBefore>) {
  if (before === "unknown")
    return (
      <Notice tone="wait" title="Could not check whether contacts were uploaded before">
        <p>The list of uploads could not be read.</p>
        <Button size="small" isSending={query.isFetching} sendingLabel="Loading…" onClick={() => void query.refetch()}>
          Refresh
        </Button>
      </Notice>
    );
  if (before === undefined || before === "none") return undefined;
  const { list, isSameList, others, areOthersSure } = before;
  const [sent, title] = isSure(list)
    ? [list.rows === 1 ? "was uploaded" : "were uploaded", "This list was already uploaded to this campaign"]
    : ["may have been uploaded", "This list may already have been uploaded to this campaign"];
  return (
    <Notice tone="wait" title={isSameList && title}>
      <p>
        {contactsWord(list.rows)} {sent} to this campaign <TimeText at={list.begun_at} variant="relative" /> (
        {list.file_name}, by {list.by}).{!isSure(list) && " The outcome of that upload is unknown."}
        {others > 0 &&
          ` ${countOf(others, "other list was", "other lists were")} ${areOthersSure ? "" : "possibly "}uploaded too.`}{" "}
        Numbers in both lists may be called twice.
      </p>
    </Notice>
  );
}

type SendButtonProps = {
  campaign_id: string;
  rows: number;
  before: PreviousUpload;
  /** Number of contacts that the campaign holds; undefined if unknown. */
  held: number | undefined;
  isStatusRead: boolean;
  isRefused: boolean;
  onSend: () => void;
};

/** Sends the list. Asks for confirmation if contacts were or may have been sent before, or if they are many. */
export function SendButton({ campaign_id, rows, before, held, isStatusRead, isRefused, onSend }: SendButtonProps) {
  const isOff = useSendOff(uploadContacts, { campaign_id });
  const reading = before === undefined ? readingMessage : isStatusRead ? undefined : readingStatusMessage;
  const off = isRefused ? refusedMessage : (reading ?? isOff);
  const isSameList = typeof before === "object" && before.isSameList;
  const again = isSameList ? " again" : "";
  const typed = typedPeople(rows, held);
  const [isAsking, setIsAsking] = useState(false);
  const request = `POST ${wirePathOf(uploadContacts, { campaign_id })}`;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <Button
        variant="primary"
        size="large"
        icon="up"
        disabled={off !== undefined}
        onClick={() => (before === "none" && !typed ? onSend() : setIsAsking(true))}
      >
        Upload {contactsWord(rows)}
        {again}
      </Button>
      {off && <span className="text-sm/[17px] text-ink-3">{off}</span>}
      {isAsking && (
        <ConfirmDialog
          question={questionOf(before, rows)}
          sends={request}
          confirmLabel={`Upload ${contactsWord(rows)}${again}`}
          keepLabel="Do not upload"
          typeToConfirm={typed}
          stop={false}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            onSend();
          }}
        >
          {held !== undefined && `The campaign holds ${contactsWord(held)} now. `}
          {before !== "none" && repeatMessage(before)}
        </ConfirmDialog>
      )}
    </div>
  );
}

function questionOf(before: PreviousUpload, rows: number) {
  if (before === "unknown") return "Upload this list unchecked?";
  if (typeof before !== "object") return `Upload ${contactsWord(rows)} to this campaign?`;
  return before.isSameList ? "Upload this list again?" : "Upload another list to this campaign?";
}

const repeatMessage = (before: PreviousUpload) =>
  `${
    before === "unknown"
      ? "The list of uploads could not be read, so these contacts may have been uploaded to this campaign before."
      : "Numbers that were uploaded to this campaign before may be called twice."
  } The API documentation does not say what happens to numbers that the platform already has.`;

const readingMessage = "Checking whether contacts were uploaded before…";
const readingStatusMessage = "Checking the status of this campaign…";

const refusedMessage = "The platform’s check refused this list. Fix it, or dismiss the result to upload it anyway.";
