import { useQueryClient } from "@tanstack/react-query";
import { useFormSend } from "@/components/send/use-send-fault";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { keyOf } from "@/lib/client/query";
import { getMe } from "@/lib/contract/console/people/me";
import { endRestoredCopy } from "@/lib/contract/console/restored-copy";

/** Puts a restored copy into use. */
export function UseCopyDialog({ onClose }: { onClose: () => void }) {
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
      <p className="mt-2">What the restore ended stays ended. Everybody sees this bar until you confirm.</p>
    </ConfirmDialog>
  );
}
