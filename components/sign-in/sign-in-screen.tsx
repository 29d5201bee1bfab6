"use client";

import { useEffect } from "react";
import { z } from "#schema";
import { useCheckedForm } from "@/components/send/use-checked-form";
import { buttonClass, linkClass } from "@/components/ui/buttons/button-class";
import { askAuth } from "@/lib/client/ask-auth";
import { linkHours } from "@/lib/contract/console/password";
import { emailAddress } from "@/lib/contract/fields";
import { SignInFrame, SignInNote, SignInTitle } from "./sign-in-frame";
import { GateField, GateForm, GatePassword, GateSubmit, useGateSend } from "./sign-in-problem";

export type SignInScreenProps = { to: string; hasEnded: boolean; hasForgotten: boolean; sendsMail: boolean };

export function SignInScreen({ to, hasEnded, hasForgotten, sendsMail }: SignInScreenProps) {
  return (
    <SignInFrame foot={<span>No account yet? Ask an admin of your team to invite you.</span>}>
      {hasForgotten ? (
        <Forgotten sendsMail={sendsMail} />
      ) : (
        <>
          <SignInTitle lead="The desk for your voice agents.">Sign in</SignInTitle>
          {hasEnded && (
            <SignInNote tone="live" role="status" className="mb-5 max-w-[360px]">
              Your session ended. Sign in to go on where you were.
            </SignInNote>
          )}
          <SignInForm onIn={() => location.assign(to)} />
        </>
      )}
    </SignInFrame>
  );
}

const forgotten = z.object({ email: emailAddress });

function Forgotten({ sendsMail }: { sendsMail: boolean }) {
  const form = useCheckedForm<z.output<typeof forgotten>>({ schema: forgotten, defaultValues: { email: "" } });
  const ask = useGateSend<z.output<typeof forgotten>>({
    send: (given) => askAuth("forgotten", given),
    onDone: () => undefined,
    onProblem: () => form.setFocus("email"),
  });
  const { isSuccess } = ask.mutation;
  useEffect(() => {
    if (isSuccess) document.querySelector<HTMLElement>("h1")?.focus();
  }, [isSuccess]);
  const back = (
    <a className={buttonClass({ size: "large" })} href="/sign-in">
      Back to sign in
    </a>
  );
  if (!sendsMail)
    return (
      <>
        <SignInTitle lead="An admin of your team makes you a link to choose a new one, under Team and roles.">
          Forgot your password?
        </SignInTitle>
        <p className="mb-5 max-w-[25em] text-ink-2">
          Are you the only admin? Where Switchboard runs, <code>npm run admin -- reset-link EMAIL</code> prints one.
        </p>
        <div>{back}</div>
      </>
    );
  if (isSuccess)
    return (
      <>
        <SignInTitle lead={`If somebody here has the address ${form.getValues("email")}, a link is on its way to it.`}>
          Check your mail
        </SignInTitle>
        <p className="mb-5 max-w-[25em] text-ink-2">
          It works once, for {linkHours} hours. Nothing there? An admin of your team can make you a link, too.
        </p>
        <div>{back}</div>
      </>
    );
  return (
    <>
      <SignInTitle lead="We mail you a link to choose a new one.">Forgot your password?</SignInTitle>
      <GateForm onSubmit={form.handleSubmit((given) => ask.mutation.mutate(given))}>
        <GateField label="Email" type="email" autoComplete="username" {...form.field("email")} />
        <GateSubmit of={ask} sendingLabel="Sending…">
          Mail me a link
        </GateSubmit>
        {back}
      </GateForm>
    </>
  );
}

type Credentials = { email: string; password: string };

/** Checks only that nothing is left out: the page that is opened most often does without the schemas' library. */
function SignInForm({ onIn }: { onIn: () => void }) {
  const form = useCheckedForm<Credentials>({ defaultValues: { email: "", password: "" } });
  const enter = useGateSend<Credentials>({
    send: (given) => askAuth("sign-in/email", given),
    onDone: onIn,
    onProblem: () => form.setFocus("password"),
  });

  return (
    <GateForm onSubmit={form.handleSubmit((given) => enter.mutation.mutate(given))}>
      <GateField
        label="Email"
        type="email"
        autoComplete="username"
        {...form.field("email", { required: "Type your email address." })}
      />
      <GatePassword autoComplete="current-password" {...form.field("password", { required: "Type your password." })} />
      <GateSubmit of={enter}>Sign in</GateSubmit>
      <a className={`justify-self-start text-sm/6 ${linkClass}`} href="/sign-in?forgot=1">
        Forgot your password?
      </a>
    </GateForm>
  );
}
