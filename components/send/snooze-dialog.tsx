"use client";

import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { useMe } from "@/components/query/use-me";
import { Button } from "@/components/ui/buttons/button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { FieldError, TextField } from "@/components/ui/fields/field";
import { SelectField } from "@/components/ui/fields/select-field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { useToast } from "@/components/ui/overlay/toast";
import { write } from "@/lib/client/query";
import { type Alert, snoozeAlert } from "@/lib/contract/console/alerts";
import { useCheckedForm } from "./use-checked-form";

const choices = [
  { value: "1", label: "1 hour" },
  { value: "4", label: "4 hours" },
  { value: "24", label: "1 day" },
  { value: "168", label: "1 week" },
  { value: "", label: "until it changes" },
] as const;

/** Snoozes an alert for the user. Admins can snooze it for everyone, with a reason. */
export function SnoozeDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const formId = useId();
  const { role } = useMe();
  const toast = useToast();
  const { field, handleSubmit, setValue, watch } = useCheckedForm(snoozeAlert.input, {
    defaultValues: { alert_id: alert.id, hours: 4, for_everyone: false },
  });
  const isForAll = watch("for_everyone");
  const snooze = useMutation({
    ...write(snoozeAlert),
    onSuccess: ({ value }) => {
      toast({ title: value.message });
      onClose();
    },
  });
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={formId} variant="primary" isSending={snooze.isPending} sendingLabel="Snoozing…">
        Snooze
      </Button>
    </>
  );
  return (
    <Dialog title="Snooze for how long?" onClose={onClose} footer={footer}>
      <p className="text-ink-2">
        <bdi>{alert.subject}</bdi> {alert.message}
      </p>
      <form
        id={formId}
        className="mt-3.5 grid gap-3.5"
        noValidate
        onSubmit={handleSubmit((values) => snooze.mutate(values))}
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
      </form>
    </Dialog>
  );
}
