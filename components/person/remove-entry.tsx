import { useState } from "react";
import { useFormSend } from "@/components/send/use-send-fault";
import { TextField } from "@/components/ui/fields/field";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { removeDoNotCall } from "@/lib/contract/console/do-not-call";
import { hasVisibleText } from "@/lib/format/visible-text";

type RemoveEntryProps = { entry_id: string; number: string; onClose: () => void };

/** Takes a number off the do-not-call list, with a reason for the audit log. */
export function RemoveEntry({ entry_id, number, onClose }: RemoveEntryProps) {
  const [reason, setReason] = useState("");
  const removal = useFormSend(removeDoNotCall, onClose);
  return (
    <ConfirmDialog
      question={`Remove ${number} from the list?`}
      confirmLabel="Remove"
      isReady={hasVisibleText(reason)}
      isSending={removal.isPending}
      error={removal.error?.message}
      onConfirm={() => removal.mutate({ entry_id, reason })}
      onClose={onClose}
    >
      The next contact list with this number is uploaded with it, and the person can be called again.
      <TextField
        label="Reason"
        hint="Recorded in the audit log. Leave out names."
        maxLength={300}
        autoComplete="off"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
