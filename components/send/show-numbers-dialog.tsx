import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCheckedForm } from "@/components/send/use-checked-form";
import { TextField } from "@/components/ui/fields/field";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { RawAnswer } from "@/lib/client/answer";
import { keyOf, write } from "@/lib/client/query";
import { showNumbers, shownMinutes } from "@/lib/contract/console/people/masking";
import { getMe } from "@/lib/contract/console/people/me";
import { teamInputs } from "@/lib/contract/inputs/team";

/** Asks for the reason, which the audit log keeps. */
export function ShowNumbersDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useCheckedForm(teamInputs["masking.show"], { defaultValues: { reason: "" }, mode: "onSubmit" });
  const { error, ...field } = form.field("reason");
  const show = useMutation({
    ...write(showNumbers),
    onSuccess: (answer) => {
      client.setQueryData<RawAnswer>(keyOf(getMe, {}), answer);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Show phone numbers?"
      lead={`They are shown to you for ${shownMinutes} minutes. The audit log keeps your reason.`}
      submitLabel="Show numbers"
      isSending={show.isPending}
      onSubmit={form.handleSubmit((input) => show.mutate(input))}
      onClose={onClose}
    >
      <TextField
        label="Reason"
        placeholder="Customer asks for a call back"
        maxLength={300}
        autoComplete="off"
        error={error ?? show.error?.message}
        {...field}
      />
    </FormDialog>
  );
}
