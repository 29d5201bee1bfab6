"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/password-field";
import { TextField } from "@/components/ui/text-field";
import { askAuth } from "@/lib/client/ask-auth";
import type { Problem } from "@/lib/contract/problem";
import { GateProblem, useSecondsLeft, useWaitUntil } from "./gate-problem";

const credentials = z.object({
  email: z.string().trim().min(1, "Type your email address."),
  password: z.string().min(1, "Type your password."),
});
export type Credentials = z.output<typeof credentials>;

export type SignInFormProps = { onIn: () => void; onMustChoose: (given: Credentials) => void };

export function SignInForm({ onIn, onMustChoose }: SignInFormProps) {
  const form = useForm<Credentials>({ resolver: zodResolver(credentials), defaultValues: { email: "", password: "" } });
  const { errors } = form.formState;
  const enter = useMutation<unknown, Problem, Credentials>({
    mutationFn: (given) => askAuth("sign-in/email", given),
    networkMode: "always",
    onSuccess: onIn,
    onError: (problem, given) => {
      if (problem.code === "must_change_password") onMustChoose(given);
      else form.setFocus("password");
    },
  });
  const until = useWaitUntil(enter.error);
  const isWaiting = useSecondsLeft(until) > 0;

  return (
    <form noValidate method="post" onSubmit={form.handleSubmit((given) => enter.mutate(given))}>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      {enter.error && <GateProblem problem={enter.error} until={until} />}
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="gate-send"
        disabled={isWaiting}
        isSending={enter.isPending || enter.isSuccess}
        sendingLabel="Signing in…"
      >
        Sign in
      </Button>
      <p className="note">Forgotten it? An admin of this Switchboard can set a new one. No mail is sent.</p>
    </form>
  );
}
