"use client";

import { type MouseEvent, useEffect, useState } from "react";
import { useFormFields } from "@/components/send/use-form-fields";
import { deferred } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { buttonClass, linkClass } from "@/components/ui/buttons/button-class";
import { askAuth } from "@/lib/client/ask-auth";
import { askedLinkHours } from "@/lib/contract/console/people/password";
import type { SsoFault } from "@/lib/contract/console/people/sso";
import { afterSignIn } from "./return-path";
import type { SignInAnswer } from "./second-step";
import { SignInFrame, SignInNote, SignInTitle } from "./sign-in-frame";
import { GateField, GateForm, GatePassword, GateSubmit, useGateSend } from "./sign-in-problem";
import { SsoEntry, SsoFaultNote, type SsoProvider } from "./sso-entry";

const SecondStep = deferred(async () => (await import("./second-step")).SecondStep);

export type SignInScreenProps = {
  to: string;
  hasEnded: boolean;
  isDropped: boolean;
  sendsMail: boolean;
  sso?: SsoProvider | undefined;
  ssoFault?: SsoFault | undefined;
};

export function SignInScreen({ to, hasEnded, isDropped, sendsMail, sso, ssoFault }: SignInScreenProps) {
  const url = useUrlState();
  const [email, setEmail] = useState("");
  const [answer, setAnswer] = useState<SignInAnswer>();
  const open = async () => location.assign(await afterSignIn(to));
  /** The form stays until the next one can be shown, which says it if its code cannot be loaded. */
  const askCode = async (answer: SignInAnswer) => {
    await SecondStep.load().catch(() => undefined);
    setAnswer(answer);
  };
  /** Link to the other form on this page. Keeps the typed email and the return path. */
  const linkTo = (forgot: "1" | undefined): FormLink => ({
    href: url.href({ forgot }),
    onFollow: (event, typedEmail) => {
      event.preventDefault();
      setEmail(typedEmail);
      url.set({ forgot });
    },
  });
  if (answer?.step)
    return (
      <SignInFrame foot={null}>
        <SecondStep answer={answer} onIn={open} onBack={() => setAnswer(undefined)} />
      </SignInFrame>
    );
  return (
    <SignInFrame foot={<span>No account yet? Ask an admin of your team to invite you.</span>}>
      {url.get("forgot") === "1" && !sso?.isOnly ? (
        <ForgotPasswordForm sendsMail={sendsMail} email={email} toSignIn={linkTo(undefined)} />
      ) : (
        <>
          <SignInTitle lead="The console for your voice agents.">Sign in</SignInTitle>
          {hasEnded && (
            <SignInNote tone="live" role="status" className="mb-5 max-w-[360px]">
              You were signed out. Sign in to pick up where you left off.
            </SignInNote>
          )}
          {isDropped && (
            <SignInNote tone="fault" role="alert" className="mb-5 max-w-[360px]">
              Your browser dropped the sign-in cookie. Allow cookies for this address or open it over HTTPS, then sign
              in again.
            </SignInNote>
          )}
          {ssoFault && <SsoFaultNote fault={ssoFault} className="mb-5 max-w-[360px]" />}
          {sso && <SsoEntry sso={sso} to={to} />}
          <SignInForm
            isFirst={!sso}
            email={email}
            toForgot={sso?.isOnly ? undefined : linkTo("1")}
            onDone={(answer) => (answer.step ? askCode(answer) : open())}
          />
        </>
      )}
    </SignInFrame>
  );
}

type FormLink = { href: string; onFollow: (event: MouseEvent, email: string) => void };

/** The server knows more of addresses, and says so. */
const emailRules = {
  required: "Enter an email address.",
  pattern: { value: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, message: "This is not an email address." },
};

type ForgotPasswordFormProps = { sendsMail: boolean; email: string; toSignIn: FormLink };

function ForgotPasswordForm({ sendsMail, email, toSignIn }: ForgotPasswordFormProps) {
  const form = useFormFields({ defaultValues: { email }, mode: "onSubmit" });
  const requestReset = useGateSend<{ email: string }>({
    send: (values) => askAuth("forgotten", values),
    onDone: () => undefined,
    onProblem: () => form.setFocus("email"),
  });
  const { isSuccess } = requestReset.mutation;
  useEffect(() => {
    if (isSuccess) document.querySelector<HTMLElement>("h1")?.focus();
  }, [isSuccess]);
  const back = (
    <a
      className={buttonClass({ size: "large" })}
      href={toSignIn.href}
      onClick={(event) => toSignIn.onFollow(event, form.getValues("email"))}
    >
      Back to sign in
    </a>
  );
  if (!sendsMail)
    return (
      <>
        <SignInTitle lead="An admin can make you a reset link under Team and roles.">Forgot your password?</SignInTitle>
        <p className="mb-5 max-w-[25em] text-ink-2">
          Are you the only admin? Where Switchboard runs, <code>npm run admin -- reset-link EMAIL</code> prints one.
        </p>
        <div>{back}</div>
      </>
    );
  if (isSuccess)
    return (
      <>
        <SignInTitle lead={`If ${form.getValues("email")} belongs to someone here, a link is on its way.`}>
          Check your mail
        </SignInTitle>
        <p className="mb-5 max-w-[25em] text-ink-2">
          It works once, for {askedLinkHours} hours. Nothing there? An admin of your team can make you a link, too.
        </p>
        <div>{back}</div>
      </>
    );
  return (
    <>
      <SignInTitle lead="We will mail you a reset link.">Forgot your password?</SignInTitle>
      <GateForm onSubmit={form.handleSubmit((values) => requestReset.mutation.mutate(values))}>
        <GateField label="Email" type="email" autoComplete="username" {...form.field("email", emailRules)} />
        <GateSubmit gate={requestReset} sendingLabel="Sending…">
          Mail me a link
        </GateSubmit>
        {back}
      </GateForm>
    </>
  );
}

type Credentials = { email: string; password: string };

type SignInFormProps = {
  isFirst: boolean;
  email: string;
  /** Undefined while a reset link would not help. */
  toForgot: FormLink | undefined;
  onDone: (answer: SignInAnswer) => void | Promise<void>;
};

function SignInForm({ isFirst, email, toForgot, onDone }: SignInFormProps) {
  const form = useFormFields<Credentials>({ defaultValues: { email, password: "" }, mode: "onSubmit" });
  const signIn = useGateSend<Credentials, SignInAnswer>({
    send: (values) => askAuth("sign-in/email", values),
    onDone,
    onProblem: () => form.setFocus("password"),
  });

  return (
    <GateForm onSubmit={form.handleSubmit((values) => signIn.mutation.mutate(values))}>
      <GateField
        label="Email"
        type="email"
        autoComplete="username"
        {...form.field("email", { required: "Enter your email address." })}
      />
      <GatePassword autoComplete="current-password" {...form.field("password", { required: "Enter your password." })} />
      <GateSubmit gate={signIn} isFirst={isFirst}>
        Sign in
      </GateSubmit>
      {toForgot && (
        <a
          className={`justify-self-start text-sm/6 ${linkClass}`}
          href={toForgot.href}
          onClick={(event) => toForgot.onFollow(event, form.getValues("email"))}
        >
          Forgot your password?
        </a>
      )}
    </GateForm>
  );
}
