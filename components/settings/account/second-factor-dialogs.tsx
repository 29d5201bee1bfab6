import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { CodeField, EnrolmentSteps } from "@/components/send/enrolment-steps";
import { recoveryLead, recoveryText } from "@/components/send/recovery-text";
import { ShownOnceDialog } from "@/components/send/shown-once-dialog";
import { useCheckedForm } from "@/components/send/use-checked-form";
import { Button } from "@/components/ui/buttons/button";
import { FieldError } from "@/components/ui/fields/field";
import { PasswordField } from "@/components/ui/fields/password-field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { SettingList, SettingRow } from "@/components/ui/page/setting-row";
import { TimeText } from "@/components/ui/time/time-text";
import { write } from "@/lib/client/query";
import {
  beginSecondFactor,
  confirmSecondFactor,
  type Enrolment,
  fewCodes,
  renewRecoveryCodes,
  type SecondFactor,
  turnOffSecondFactor,
} from "@/lib/contract/console/people/second-factor";
import { codeForm, meInputs } from "@/lib/contract/inputs/me";
import { countOf } from "@/lib/format/format-count";

type SecondFactorDialogsProps = { factor: SecondFactor; onClose: () => void };

/** Sets up the second factor, or manages one that is on. */
export function SecondFactorDialogs({ factor, onClose }: SecondFactorDialogsProps) {
  const [step, setStep] = useState<"set-up" | "manage" | "codes" | "off">(factor.is_on ? "manage" : "set-up");
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes)
    return (
      <ShownOnceDialog
        title="Save your recovery codes"
        lead={recoveryLead}
        secret={recoveryText(codes)}
        name="the recovery codes"
        onClose={onClose}
      />
    );
  if (step === "set-up") return <SetUpDialog onCodes={setCodes} onClose={onClose} />;
  if (step === "codes")
    return (
      <CodeDialog
        key="codes"
        op={renewRecoveryCodes}
        title="Make new recovery codes?"
        lead="The earlier ones stop working."
        submitLabel="Make new codes"
        onDone={({ codes: made = [] }) => setCodes(made)}
        onClose={onClose}
      />
    );
  if (step === "off")
    return (
      <CodeDialog
        key="off"
        op={turnOffSecondFactor}
        title="Turn off your second factor?"
        lead={
          factor.is_required
            ? "It is required: you are signed out everywhere, and set it up again when you sign in."
            : "You are signed out in other browsers. Your recovery codes stop working."
        }
        submitLabel="Turn off"
        onDone={onClose}
        onClose={onClose}
      />
    );
  return <ManageDialog factor={factor} onStep={setStep} onClose={onClose} />;
}

type ManageDialogProps = SecondFactorDialogsProps & { onStep: (step: "codes" | "off") => void };

export function ManageDialog({ factor: { since, codes_left }, onStep, onClose }: ManageDialogProps) {
  const footer = (
    <Button data-first-focus onClick={onClose}>
      Close
    </Button>
  );
  return (
    <Dialog title="Your second factor" onClose={onClose} footer={footer}>
      <SettingList>
        <SettingRow
          title="Authenticator app"
          note={
            since && (
              <>
                On since <TimeText at={since} variant="day" quiet />.
              </>
            )
          }
        >
          <Button aria-haspopup="dialog" onClick={() => onStep("off")}>
            Turn off…
          </Button>
        </SettingRow>
        <SettingRow
          title="Recovery codes"
          note={
            <span className={codes_left <= fewCodes ? "text-wait-ink" : ""}>
              {countOf(codes_left, "code")} left{codes_left <= fewCodes && ": make new ones"}.
            </span>
          }
        >
          <Button aria-haspopup="dialog" onClick={() => onStep("codes")}>
            Make new codes…
          </Button>
        </SettingRow>
      </SettingList>
    </Dialog>
  );
}

const title = "Set up a second factor";

type SetUpDialogProps = { onCodes: (codes: readonly string[]) => void; onClose: () => void };

/** Asks for the password, then shows the secret and asks for its first code. */
function SetUpDialog({ onCodes, onClose }: SetUpDialogProps) {
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
function CodeDialog({ op, sealed, label, onDone, children, ...dialog }: CodeDialogProps) {
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
