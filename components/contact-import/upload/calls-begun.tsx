import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ListToSend } from "@/components/contact-import/state/sending-state";
import { useHours } from "@/components/preflight/hours-check";
import { PauseButton } from "@/components/send/acts/pause-button";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/page/notice";
import { read } from "@/lib/client/query";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { countUploadCalls } from "@/lib/contract/console/upload-calls";
import { type CampaignNow, mayCall } from "./campaign-status";
import { begunTitle, calledSentence } from "./outcome-messages";

const NotCalledDialog = deferred(
  async () => (await import("@/components/list-file/not-called-dialog")).NotCalledDialog,
);

const pollMs = 5_000;

type CallsBegunProps = {
  campaign_id: string;
  name: string | undefined;
  import_id: string;
  list: ListToSend;
  now: CampaignNow;
};

/** After an upload into a campaign that may be calling: how many were called, and how to stop it. */
export function CallsBegun({ campaign_id, name, import_id, list, now }: CallsBegunProps) {
  const [wasCalling, setWasCalling] = useState(false);
  const [isPicking, setIsPicking] = useState(false);
  const hours = useHours(now.record);
  const calls = useQuery({ ...read(countUploadCalls, { import_id }), refetchInterval: pollMs, enabled: now.isRead });
  const isCalling = now.isRead && mayCall(now);
  if (isCalling && !wasCalling) setWasCalling(true);
  if (!now.isRead || (!isCalling && !wasCalling)) return null;
  const { rows, file_name } = list.entry;
  const stage = now.query.error ? undefined : stageOf(now.status);
  const opens = hours?.isOpen === false ? hours.until : "";
  return (
    <Notice
      tone={isCalling ? "wait" : "unknown"}
      role="status"
      title={begunTitle({ rows, stage, opens, called: calls.data?.value.called })}
    >
      {calls.data && <p>{calledSentence(calls.data.value)}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {isCalling && (
          <PauseButton variant="primary" {...{ campaign_id }} title={name} onPaused={() => void now.query.refetch()} />
        )}
        <Button aria-haspopup="dialog" onClick={() => setIsPicking(true)}>
          Save those not called yet…
        </Button>
      </div>
      {isPicking && (
        <NotCalledDialog
          upload={{ import_id, file_name, rows, rules: {} }}
          sentFile={list.file}
          onClose={() => setIsPicking(false)}
        />
      )}
    </Notice>
  );
}
