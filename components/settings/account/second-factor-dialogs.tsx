import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { CodeField, EnrolmentSteps } from "@/components/send/enrolment-steps";
import { useCheckedForm } from "@/components/send/use-checked-form";
import { FieldError } from "@/components/ui/fields/field";
import { PasswordField } from "@/components/ui/fields/password-field";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { write } from "@/lib/client/query";
import {
  beginSecondFactor,
  confirmSecondFactor,
  type Enrolment,
  type renewRecoveryCodes,
  type turnOffSecondFactor,
} from "@/lib/contract/console/people/second-factor";
import { codeForm, meInputs } from "@/lib/contract/inputs/me";

const title = "Set up a second factor";

type SetUpDialogProps = { onCodes: (codes: readonly string[]) => void; onClose: () => void };

/** Asks for the password, then shows the secret and asks for its first code. */
export function SetUpDialog({ onCodes, onClose }: SetUpDialogProps) {
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const form = useCheckedForm(meInputs["second-factor.begin"], { defaultValues: { password: "" }, mode: "onSubmit" });
  const begin = useMutation({ ...write(beginSecondFactor), onSuccess: ({ value }) => setEnrolment(value) });
  if (enrolment)
    return (
      <CodeDialog
        op={confirmSecondFactor}
        title={title}
        label="Code that the app shows"
        sealed={enrolment.sealed}
        submitLabel="Turn on"
        onDone={({ codes = [] }) => onCodes(codes)}
        onClose={onClose}
      >
        <EnrolmentSteps enrolment={enrolment} />
      </CodeDialog>
    );
  return (
    <FormDialog
      title={title}
      lead="You need your phone with an authenticator app. First, your password:"
      submitLabel="Continue"
      isSending={begin.isPending}
      onSubmit={form.handleSubmit((values) => begin.mutate(values))}
      onClose={onClose}
    >
      <PasswordField label="Password" autoComplete="current-password" data-first-focus {...form.field("password")} />
      {begin.error && <FieldError isAlert>{begin.error.message}</FieldError>}
    </FormDialog>
  );
}

type NewCodes = { message: string; codes?: readonly string[] };

type CodeOperation = typeof confirmSecondFactor | typeof renewRecoveryCodes | typeof turnOffSecondFactor;

type CodeDialogProps = {
  op: CodeOperation;
  title: string;
  lead?: string;
  label?: string;
  /** The new secret, sealed, if this is its first code. */
  sealed?: string;
  submitLabel: string;
  onDone: (value: NewCodes) => void;
  onClose: () => void;
  children?: ReactNode;
};

/** An action on the second factor that needs a code. */
export function CodeDialog({ op, sealed, label, onDone, children, ...dialog }: CodeDialogProps) {
  const form = useCheckedForm(codeForm, { defaultValues: { code: "" }, mode: "onSubmit" });
  const send = useMutation({ ...write(op), onSuccess: ({ value }) => onDone(value) });
  return (
    <FormDialog
      {...dialog}
      isSending={send.isPending}
      onSubmit={form.handleSubmit((values) => send.mutate(sealed === undefined ? values : { ...values, sealed }))}
    >
      {children}
      <CodeField
        label={label ?? "Code of your app, or a recovery code"}
        inputMode={label ? "numeric" : "text"}
        data-first-focus
        {...form.field("code")}
      />
      {send.error && <FieldError isAlert>{send.error.message}</FieldError>}
    </FormDialog>
  );
}
