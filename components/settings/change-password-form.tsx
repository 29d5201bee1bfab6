"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { loadSchema, z } from "#schema";
import { useMe } from "@/components/query/use-me";
import { Button } from "@/components/ui/buttons/button";
import { FieldError } from "@/components/ui/fields/field";
import { PasswordField } from "@/components/ui/fields/password-field";
import { askAuth } from "@/lib/client/ask-auth";
import type { Me } from "@/lib/contract/console/me";
import { passwordFault, passwordLength } from "@/lib/contract/console/password";

const formOf = (me: Me) =>
  z
    .object({ currentPassword: z.string().min(1, "Enter your current password."), newPassword: z.string() })
    .superRefine(({ currentPassword, newPassword }, context) => {
      const isSame = newPassword !== "" && newPassword === currentPassword;
      const message = isSame ? "Choose a password other than the current one." : passwordFault(newPassword, me);
      if (message) context.addIssue({ code: "custom", path: ["newPassword"], message });
    });
type PasswordForm = z.output<ReturnType<typeof formOf>>;

const emptyForm: PasswordForm = { currentPassword: "", newPassword: "" };

/** Changes the user's password. Requires the current one. */
export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const me = useMe();
  const form = useForm<PasswordForm>({
    resolver: async (...args) => zodResolver(await loadSchema(formOf(me)))(...args),
    mode: "onTouched",
    defaultValues: emptyForm,
  });
  const { errors } = form.formState;
  const change = useMutation({
    mutationKey: ["own-sessions", "change_password"],
    mutationFn: (passwords: PasswordForm) => askAuth("change-password", passwords),
    networkMode: "always",
    onSuccess: () => {
      form.reset(emptyForm);
      onChanged();
    },
  });

  return (
    <form
      className="grid max-w-[360px] gap-3.5 px-(--gutter) pt-1 pb-6"
      noValidate
      onChange={change.error ? change.reset : undefined}
      onSubmit={form.handleSubmit((passwords) => change.mutate(passwords))}
    >
      <input
        type="text"
        className="sr-only"
        autoComplete="username"
        value={me.email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${passwordLength.least} characters. You are signed out everywhere else.`}
        error={errors.newPassword?.message}
        {...form.register("newPassword")}
      />
      {change.error && (
        <p>
          <FieldError isAlert>{change.error.message}</FieldError>
        </p>
      )}
      <div className="flex min-w-0 items-center gap-2">
        <Button type="submit" variant="primary" isSending={change.isPending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
