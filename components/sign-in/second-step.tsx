import { type ReactNode, useEffect, useState } from "react";
import { CodeField, EnrolmentSteps } from "@/components/send/enrolment-steps";
import { recoveryLead, recoveryText } from "@/components/send/recovery-text";
import { ShownSecret } from "@/components/send/shown-once-dialog";
import { useFormFields } from "@/components/send/use-form-fields";
import { Button } from "@/components/ui/buttons/button";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { askAuth } from "@/lib/client/ask-auth";
import { type Enrolment, fewCodes } from "@/lib/contract/console/people/second-factor";
import { countOf } from "@/lib/format/format-count";
import { SignInTitle } from "./sign-in-frame";
import { GateForm, GateSubmit, gateWidth, useGateSend } from "./sign-in-problem";

/** The answer to a right password. Without a step, the person is signed in. */
export type SignInAnswer = { step?: "code" | "enrol"; enrolment?: Enrolment };
type Entered = { codes?: string[]; codes_left: number };

type StepProps = { onIn: () => Promise<void>; onBack: () => void };

/** The second step of a sign-in: a code, or the setup of a second factor that the team requires. */
export function SecondStep({ answer: { enrolment }, ...step }: StepProps & { answer: SignInAnswer }) {
  return enrolment ? <EnrolForm enrolment={enrolment} {...step} /> : <CodeForm {...step} />;
}

/** A form for one code. */
function useCodeForm(path: string, options: { extra?: Record<string, string>; onDone: (entered: Entered) => void }) {
  const form = useFormFields({ defaultValues: { code: "" }, mode: "onSubmit" });
  const gate = useGateSend<{ code: string }, Entered>({
    send: (values) => askAuth<Entered>(path, { ...values, ...options.extra }),
    onDone: options.onDone,
    onProblem: () => form.setFocus("code"),
  });
  const code = form.field("code", {
    validate: (text) => text.trim() !== "" || "Enter a code.",
    maxLength: { value: 60, message: "Enter no more than 60 characters." },
  });
  return { ...form, code, gate, onSubmit: form.handleSubmit((values) => gate.mutation.mutate(values)) };
}

function CodeForm({ onIn, onBack }: StepProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const [codesLeft, setCodesLeft] = useState<number>();
  const { gate, code, onSubmit, reset, setFocus } = useCodeForm("sign-in/code", {
    onDone: ({ codes_left }) => (isRecovery && codes_left <= fewCodes ? setCodesLeft(codes_left) : onIn()),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is another one after the change.
  useEffect(() => setFocus("code"), [setFocus, isRecovery]);
  if (codesLeft !== undefined) return <FewCodesLeft count={codesLeft} onIn={onIn} />;
  return (
    <>
      <SignInTitle
        lead={
          isRecovery
            ? "You saved them when you set up your second factor. Each works once."
            : "Your authenticator app shows it."
        }
      >
        {isRecovery ? "Use a recovery code" : "Enter your code"}
      </SignInTitle>
      <GateForm onSubmit={onSubmit}>
        {isRecovery ? (
          <CodeField key="recovery" label="Recovery code" inputMode="text" autoComplete="off" {...code} />
        ) : (
          <CodeField key="app" className="h-[42px]" {...code} />
        )}
        <GateSubmit gate={gate}>Sign in</GateSubmit>
        <div className="flex flex-wrap gap-2">
          <Button
            onClick={() => {
              setIsRecovery(!isRecovery);
              gate.mutation.reset();
              reset();
            }}
          >
            {isRecovery ? "Use the app" : "Use a recovery code"}
          </Button>
          <Button onClick={onBack}>Back to sign in</Button>
        </div>
        {isRecovery && (
          <p className="text-sm/[18px] text-ink-3">
            Lost both? An admin of your team can turn your second factor off under Team and roles.
          </p>
        )}
      </GateForm>
    </>
  );
}

/** Moves the focus to a heading that replaces a form. */
function AfterForm({ children }: { children: ReactNode }) {
  useEffect(() => document.querySelector<HTMLElement>("h1")?.focus(), []);
  return children;
}

const FewCodesLeft = ({ count, onIn }: { count: number; onIn: () => Promise<void> }) => (
  <AfterForm>
    <SignInTitle lead="You are signed in. Make new codes, so that you can sign in without your phone again.">
      {countOf(count, "recovery code")} left
    </SignInTitle>
    <div className="flex flex-wrap gap-2">
      <a className={buttonClass({ variant: "primary", size: "large" })} href="/settings">
        Make new codes
      </a>
      <Button size="large" onClick={() => void onIn()}>
        Not now
      </Button>
    </div>
  </AfterForm>
);

function EnrolForm({ enrolment, onIn, onBack }: StepProps & { enrolment: Enrolment }) {
  const [codes, setCodes] = useState<string[]>();
  const { gate, code, onSubmit } = useCodeForm("sign-in/enrol", {
    extra: { sealed: enrolment.sealed },
    onDone: ({ codes = [] }) => setCodes(codes),
  });
  if (codes)
    return (
      <AfterForm>
        <SignInTitle lead={recoveryLead}>Save your recovery codes</SignInTitle>
        <div className={gateWidth}>
          <ShownSecret secret={recoveryText(codes)} name="the recovery codes" />
          <Button variant="primary" size="large" className="mt-5" onClick={() => void onIn()}>
            Go to Switchboard
          </Button>
        </div>
      </AfterForm>
    );
  return (
    <AfterForm>
      <SignInTitle lead="Your team requires one: a code from your phone, after your password.">
        Set up a second factor
      </SignInTitle>
      <GateForm isWide onSubmit={onSubmit}>
        <EnrolmentSteps enrolment={enrolment} />
        <CodeField className="h-[42px]" label="Code that the app shows" {...code} />
        <GateSubmit gate={gate}>Turn on and sign in</GateSubmit>
        <Button className="justify-self-start" onClick={onBack}>
          Back to sign in
        </Button>
      </GateForm>
    </AfterForm>
  );
}
