"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { loadSchema, z } from "#schema";
import { buttonClass, linkClass } from "@/components/ui/buttons/button-class";
import { TextField } from "@/components/ui/fields/field";
import { PasswordField } from "@/components/ui/fields/password-field";
import { askAuth } from "@/lib/client/ask-auth";
import { linkHours } from "@/lib/contract/console/password";
import { emailAddress } from "@/lib/contract/fields";
import { SignInFrame, SignInNote, SignInTitle } from "./sign-in-frame";
import { GateSubmit, useGateSend } from "./sign-in-problem";

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
const forgottenSchema = loadSchema(forgotten);

function Forgotten({ sendsMail }: { sendsMail: boolean }) {
  const form = useForm<z.output<typeof forgotten>>({
    resolver: async (...asked) => zodResolver(await forgottenSchema)(...asked),
    defaultValues: { email: "" },
  });
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
        <p className="mb-5 max-w-[40ch] text-ink-2">
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
        <p className="mb-5 max-w-[40ch] text-ink-2">
          It works once, for {linkHours} hours. Nothing there? An admin of your team can make you a link, too.
        </p>
        <div>{back}</div>
      </>
    );
  return (
    <>
      <SignInTitle lead="We mail you a link to choose a new one.">Forgot your password?</SignInTitle>
      <form
        className="grid max-w-[360px] gap-4"
        noValidate
        method="post"
        onSubmit={form.handleSubmit((given) => ask.mutation.mutate(given))}
      >
        <TextField
          className="h-[42px]"
          label="Email"
          type="email"
          autoComplete="username"
          error={form.formState.errors.email?.message}
          {...form.register("email")}
        />
        <GateSubmit of={ask} sendingLabel="Sending…">
          Mail me a link
        </GateSubmit>
        {back}
      </form>
    </>
  );
}

const credentials = z.object({
  email: z.string().trim().min(1, "Type your email address."),
  password: z.string().min(1, "Type your password."),
});
const schema = loadSchema(credentials);

type Credentials = z.output<typeof credentials>;

function SignInForm({ onIn }: { onIn: () => void }) {
  const form = useForm<Credentials>({
    resolver: async (...asked) => zodResolver(await schema)(...asked),
    defaultValues: { email: "", password: "" },
  });
  const { errors } = form.formState;
  const enter = useGateSend<Credentials>({
    send: (given) => askAuth("sign-in/email", given),
    onDone: onIn,
    onProblem: () => form.setFocus("password"),
  });

  return (
    <form
      className="grid max-w-[360px] gap-4"
      noValidate
      method="post"
      onSubmit={form.handleSubmit((given) => enter.mutation.mutate(given))}
    >
      <TextField
        className="h-[42px]"
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <PasswordField
        className="h-[42px]"
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <GateSubmit of={enter}>Sign in</GateSubmit>
      <a className={`justify-self-start text-sm/6 ${linkClass}`} href="/sign-in?forgot=1">
        Forgot your password?
      </a>
    </form>
  );
}
