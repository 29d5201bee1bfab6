"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { Lamp } from "@/components/ui/lamp";
import { PageHead } from "@/components/ui/page-head";
import { PasswordField } from "@/components/ui/password-field";
import { useMe } from "@/components/ui/use-me";
import { keyOf } from "@/lib/client/query";
import { getMe, type Me } from "@/lib/contract/me";
import { passwordFault, passwordLength } from "@/lib/contract/password";
import { sendToAuth } from "./auth-send";
import { useSignOut } from "./who";

const formOf = (me: Me) =>
  z
    .object({ currentPassword: z.string().min(1, "Type the password you signed in with."), newPassword: z.string() })
    .superRefine(({ currentPassword, newPassword }, context) => {
      const isSame = newPassword !== "" && newPassword === currentPassword;
      const message = isSame ? "Choose another one than the one you were given." : passwordFault(newPassword, me);
      if (message) context.addIssue({ code: "custom", path: ["newPassword"], message });
    });
type OwnPasswordForm = z.output<ReturnType<typeof formOf>>;

/** Stands before everything else while the password is one that somebody else chose. */
export function OwnPassword() {
  const me = useMe();
  const client = useQueryClient();
  const leave = useSignOut();
  const form = useForm<OwnPasswordForm>({ resolver: zodResolver(formOf(me)), mode: "onTouched" });
  const { errors } = form.formState;
  const change = useMutation({
    mutationFn: (given: OwnPasswordForm) => sendToAuth("change-password", { ...given, revokeOtherSessions: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(getMe, {}) }),
  });

  return (
    <main id="main" className="lone">
      <PageHead title="Choose your own password">
        The one you signed in with was chosen by someone else. Change it to go on.
      </PageHead>
      <form className="own-pw" noValidate onSubmit={form.handleSubmit((given) => change.mutate(given))}>
        <input type="text" className="vh" autoComplete="username" value={me.email} readOnly tabIndex={-1} aria-hidden />
        <PasswordField
          label="Password you were given"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register("currentPassword")}
        />
        <PasswordField
          label="Your own password"
          autoComplete="new-password"
          hint={`At least ${passwordLength.least} characters. Everywhere else you are signed out.`}
          error={errors.newPassword?.message}
          {...form.register("newPassword")}
        />
        {change.error && (
          <p className="err" role="alert">
            <Lamp reading="fault" />
            <span>{change.error.message}</span>
          </p>
        )}
        <div className="row">
          <Button type="submit" variant="primary" isSending={change.isPending}>
            Change password
          </Button>
          <Button variant="bare" onClick={leave}>
            Sign out
          </Button>
        </div>
      </form>
    </main>
  );
}
