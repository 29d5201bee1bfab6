import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "@/components/query/use-me";
import { useFormSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { TimeText } from "@/components/ui/time/time-text";
import { keyOf } from "@/lib/client/query";
import { getMe } from "@/lib/contract/console/people/me";
import { endRestoredCopy, type RestoredCopy } from "@/lib/contract/console/restored-copy";

/** Says that this is a restored copy, of what and since when. An admin can put it into use. */
export function RestoredCopyBar({ copy }: { copy: RestoredCopy }) {
  const mayEnd = useMay(endRestoredCopy);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-rule bg-wait-wash px-(--gutter) py-2 text-wait-ink">
      <StatusIcon tone="wait" tinted className="mt-1" />
      <p className="min-w-0 flex-1 basis-60">
        <b className="font-semibold">Restored copy</b> of the backup of <TimeText at={copy.made_at} variant="moment" />,
        restored <TimeText at={copy.restored_at} variant="moment" zoned />
        {copy.by && ` by ${copy.by}`}. It sends no scheduled actions, no pauses and no alerts by itself
        {mayEnd ? "." : " until an admin puts it into use."}
      </p>
      {mayEnd && (
        <Button
          size="small"
          className="flex-none print:hidden"
          aria-haspopup="dialog"
          onClick={() => setIsAsking(true)}
        >
          Use this one…
        </Button>
      )}
      {isAsking && <UseCopyDialog onClose={() => setIsAsking(false)} />}
    </div>
  );
}

/** Puts a restored copy into use. */
function UseCopyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const end = useFormSend(endRestoredCopy, () => void client.invalidateQueries({ queryKey: keyOf(getMe, {}) }));
  return (
    <ConfirmDialog
      question="Is this the Switchboard that your team uses now?"
      confirmLabel="Use this one"
      isSending={end.isPending}
      error={end.error?.message}
      onConfirm={() => end.mutate({})}
      onClose={onClose}
    >
      <p>
        It will send scheduled actions, pauses of campaigns and alerts by itself. If the original runs beside it on the
        same platform, both do: people can be called twice. Stop the original first.
      </p>
      <p className="mt-2">
        Scheduled actions, hours and tokens that the restore ended do not come back. Everybody sees this bar until you
        confirm.
      </p>
    </ConfirmDialog>
  );
}
