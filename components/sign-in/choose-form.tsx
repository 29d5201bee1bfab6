"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/password-field";
import { askAuth } from "@/lib/client/ask-auth";
import { passwordFault } from "@/lib/contract/console/password";
import type { Problem } from "@/lib/contract/problem";
import { GateProblem, useSecondsLeft, useWaitUntil } from "./gate-problem";
import { passwordHint } from "./password-hint";
import type { Credentials } from "./sign-in-form";

const chosenBy = ({ email, password }: Credentials) =>
  z.object({
    newPassword: z.string().superRefine((chosen, context) => {
      const same = chosen === password ? "Choose another one than the one you were given." : undefined;
      const message = same ?? passwordFault(chosen, { email });
      if (message) context.addIssue({ code: "custom", message });
    }),
  });

export type ChooseFormProps = { given: Credentials; onIn: () => void; onBack: () => void };

/** A first password opens nothing: the person's own goes along with it, and then they are in. */
export function ChooseForm({ given, onIn, onBack }: ChooseFormProps) {
  const form = useForm({
    resolver: zodResolver(chosenBy(given)),
    defaultValues: { newPassword: "" },
    mode: "onTouched",
  });
  const chosen = form.watch("newPassword");
  const enter = useMutation<unknown, Problem, string>({
    mutationFn: (newPassword) => askAuth("sign-in/email", { ...given, newPassword }),
    networkMode: "always",
    onSuccess: onIn,
    onError: () => form.setFocus("newPassword"),
  });
  const until = useWaitUntil(enter.error);
  const isWaiting = useSecondsLeft(until) > 0;

  return (
    <form noValidate method="post" onSubmit={form.handleSubmit(({ newPassword }) => enter.mutate(newPassword))}>
      <input
        type="text"
        className="vh"
        autoComplete="username"
        value={given.email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField
        label="Your own password"
        autoComplete="new-password"
        autoFocus
        hint={passwordHint(chosen, given)}
        error={form.formState.errors.newPassword?.message}
        {...form.register("newPassword")}
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
        Use this password and sign in
      </Button>
      <Button variant="bare" onClick={onBack}>
        Back to sign in
      </Button>
    </form>
  );
}
