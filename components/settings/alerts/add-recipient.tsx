import { useMutation } from "@tanstack/react-query";
import { ShownOnceDialog } from "@/components/send/shown-once-dialog";
import { useCheckedForm } from "@/components/send/use-checked-form";
import { FieldError, TextField } from "@/components/ui/fields/field";
import { SelectField } from "@/components/ui/fields/select-field";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { useToast } from "@/components/ui/overlay/toast";
import { write } from "@/lib/client/query";
import type { RecipientKind } from "@/lib/contract/console/alert-rule-ids";
import { addAlertRecipient } from "@/lib/contract/console/alert-settings";
import { alertInputs } from "@/lib/contract/inputs/alerts";
import { Problem } from "@/lib/contract/problem";

type AddRecipientProps = { mayMail: boolean; onClose: () => void };

/** Adds an alert recipient outside the team. The secret of a signed POST is shown only once. */
export function AddRecipient({ mayMail, onClose }: AddRecipientProps) {
  const toast = useToast();
  const { field, handleSubmit, watch } = useCheckedForm(alertInputs["alerts.add_recipient"], {
    defaultValues: { kind: "slack", address: "", name: "" },
  });
  const kind = watch("kind");
  const { error: addressError, ...address } = field("address");
  const add = useMutation({
    ...write(addAlertRecipient),
    onSuccess: ({ value }) => {
      if (value.secret !== null) return;
      toast({ title: value.message });
      onClose();
    },
  });
  const isRefused = add.error instanceof Problem && add.error.code === "bad_input";
  const secret = add.data?.value.secret;
  if (secret)
    return (
      <ShownOnceDialog
        title="Save this secret now"
        lead="Your server checks each message with it, using a Standard Webhooks library. It is not shown again."
        secret={secret}
        name="the secret"
        onClose={onClose}
      />
    );

  return (
    <FormDialog
      title="Add recipient"
      submitLabel="Add recipient"
      isSending={add.isPending}
      sendingLabel="Adding…"
      onSubmit={handleSubmit((recipient) => add.mutate(recipient))}
      onClose={onClose}
    >
      <SelectField label="Kind" data-first-focus {...field("kind")}>
        <option value="slack">Slack or compatible</option>
        <option value="post">Signed POST (Standard Webhooks)</option>
        {mayMail && <option value="email">Another email address</option>}
      </SelectField>
      <TextField
        label={kind === "email" ? "Email address" : "Web address"}
        type={kind === "email" ? "email" : "url"}
        hint={hints[kind]}
        maxLength={1000}
        error={addressError ?? (isRefused ? add.error?.message : undefined)}
        {...address}
      />
      <TextField
        label="Name (optional)"
        hint="Shown instead of the address, such as #voice-ops."
        maxLength={100}
        {...field("name")}
      />
      {add.error && !isRefused && <FieldError isAlert>{add.error.message}</FieldError>}
    </FormDialog>
  );
}

const hints: Record<RecipientKind, string> = {
  slack: "The address of an incoming webhook. Stored encrypted; only its host is shown.",
  post: "Each message is signed. You get the secret in the next step.",
  email: "Gets every alert sent to anyone, until you choose kinds of alerts beside it.",
};
