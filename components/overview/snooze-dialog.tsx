import { useMe } from "@/components/query/use-me";
import { useCheckedForm } from "@/components/send/use-checked-form";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { FieldError, TextField } from "@/components/ui/fields/field";
import { SelectField } from "@/components/ui/fields/select-field";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { snoozeAlerts } from "@/lib/contract/console/alerts";
import { alertInputs } from "@/lib/contract/inputs/alerts";
import { type AlertTarget, useAlertSend } from "./use-alert-send";

const choices = [
  { value: "1", label: "1 hour" },
  { value: "4", label: "4 hours" },
  { value: "24", label: "1 day" },
  { value: "168", label: "1 week" },
  { value: "", label: "until it changes" },
] as const;

type SnoozeDialogProps = { target: AlertTarget; sentence: string; onClose: () => void };

export function SnoozeDialog({ target, sentence, onClose }: SnoozeDialogProps) {
  const { role } = useMe();
  const { field, handleSubmit, setValue, watch } = useCheckedForm(alertInputs["alerts.snooze_group"], {
    defaultValues: { ...target, hours: 4, for_everyone: false },
  });
  const isForAll = watch("for_everyone");
  const snooze = useAlertSend(snoozeAlerts, "Snoozed", onClose);
  return (
    <FormDialog
      title="Snooze for how long?"
      lead={<bdi>{sentence}</bdi>}
      submitLabel="Snooze"
      isSending={snooze.isPending}
      sendingLabel="Snoozing…"
      onSubmit={handleSubmit((values) => snooze.mutate(values))}
      onClose={onClose}
    >
      <SelectField
        label="Snooze for"
        data-first-focus
        {...field("hours", { setValueAs: (hours: string | number) => Number(hours) || undefined })}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {role === "admin" && (
        <Checkbox checked={isForAll} onChange={(event) => setValue("for_everyone", event.target.checked)}>
          For everyone
        </Checkbox>
      )}
      {isForAll && (
        <TextField
          label="Reason"
          hint="Everyone can read it."
          maxLength={300}
          {...field("reason", { shouldUnregister: true })}
        />
      )}
      {snooze.error && <FieldError isAlert>{snooze.error.message}</FieldError>}
    </FormDialog>
  );
}
