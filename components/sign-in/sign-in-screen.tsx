"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { loadSchema, z } from "#schema";
import { Button } from "@/components/ui/buttons/button";
import { TextField } from "@/components/ui/fields/field";
import { PasswordField } from "@/components/ui/fields/password-field";
import { askAuth } from "@/lib/client/ask-auth";
import { passwordFault } from "@/lib/contract/console/password";
import { passwordHint } from "./password-hint";
import { SignInFrame, SignInNote, SignInTitle } from "./sign-in-frame";
import { GateSubmit, useGateSend } from "./sign-in-problem";

export type SignInScreenProps = { to: string; hasEnded: boolean };

export function SignInScreen({ to, hasEnded }: SignInScreenProps) {
  const [given, setGiven] = useState<Credentials>();
  const onIn = () => location.assign(to);
  return (
    <SignInFrame foot={<span>No account yet? Ask an admin of your team.</span>}>
      {given ? (
        <>
          <SignInTitle lead="Switchboard made the one you typed, and an admin handed it on. Replace it to go on.">
            Choose your own password
          </SignInTitle>
          <ChooseForm given={given} onIn={onIn} onBack={() => setGiven(undefined)} />
        </>
      ) : (
        <>
          <SignInTitle lead="The desk for your voice agents.">Sign in</SignInTitle>
          {hasEnded && (
            <SignInNote tone="live" role="status" className="mb-5 max-w-[360px]">
              Your session ended. Sign in to go on where you were.
            </SignInNote>
          )}
          <SignInForm onIn={onIn} onMustChoose={setGiven} />
        </>
      )}
    </SignInFrame>
  );
}

const chosenBy = ({ email, password }: Credentials) =>
  z.object({
    newPassword: z.string().superRefine((chosen, context) => {
      const same = chosen === password ? "Choose another one than the one you were given." : undefined;
      const message = same ?? passwordFault(chosen, { email });
      if (message) context.addIssue({ code: "custom", message });
    }),
  });

type ChooseFormProps = { given: Credentials; onIn: () => void; onBack: () => void };

/** A first password opens nothing: the person's own goes along with it, and then they are in. */
function ChooseForm({ given, onIn, onBack }: ChooseFormProps) {
  const form = useForm({
    resolver: async (...asked) => zodResolver(await loadSchema(chosenBy(given)))(...asked),
    defaultValues: { newPassword: "" },
    mode: "onTouched",
  });
  const chosen = form.watch("newPassword");
  const enter = useGateSend<string>({
    send: (newPassword) => askAuth("sign-in/email", { ...given, newPassword }),
    onDone: onIn,
    onProblem: () => form.setFocus("newPassword"),
  });

  return (
    <form
      className="grid max-w-[360px] gap-4"
      noValidate
      method="post"
      onSubmit={form.handleSubmit(({ newPassword }) => enter.mutation.mutate(newPassword))}
    >
      <input
        type="text"
        className="sr-only"
        autoComplete="username"
        value={given.email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField
        className="h-[42px]"
        label="Your own password"
        autoComplete="new-password"
        autoFocus
        hint={passwordHint(chosen, given)}
        error={form.formState.errors.newPassword?.message}
        {...form.register("newPassword")}
      />
      <GateSubmit of={enter}>Use this password and sign in</GateSubmit>
      <Button variant="bare" onClick={onBack}>
        Back to sign in
      </Button>
    </form>
  );
}

const credentials = z.object({
  email: z.string().trim().min(1, "Type your email address."),
  password: z.string().min(1, "Type your password."),
});
const schema = loadSchema(credentials);

type Credentials = z.output<typeof credentials>;

type SignInFormProps = { onIn: () => void; onMustChoose: (given: Credentials) => void };

function SignInForm({ onIn, onMustChoose }: SignInFormProps) {
  const form = useForm<Credentials>({
    resolver: async (...asked) => zodResolver(await schema)(...asked),
    defaultValues: { email: "", password: "" },
  });
  const { errors } = form.formState;
  const enter = useGateSend<Credentials>({
    send: (given) => askAuth("sign-in/email", given),
    onDone: onIn,
    onProblem: (problem, given) => {
      if (problem.code === "must_change_password") onMustChoose(given);
      else form.setFocus("password");
    },
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
      <p className="text-sm/[17px] text-ink-3">
        Forgotten it? An admin of this Switchboard can set a new one. No mail is sent.
      </p>
    </form>
  );
}
