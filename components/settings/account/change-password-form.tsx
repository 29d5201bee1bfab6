import { useMutation } from "@tanstack/react-query";
import { useMe } from "@/components/query/use-me";
import { useFormFields } from "@/components/send/use-form-fields";
import { Button } from "@/components/ui/buttons/button";
import { FieldError } from "@/components/ui/fields/field";
import { PasswordField } from "@/components/ui/fields/password-field";
import { askAuth } from "@/lib/client/ask-auth";
import { passwordFault, passwordLength } from "@/lib/contract/console/people/password";

const emptyForm = { currentPassword: "", newPassword: "" };
type PasswordForm = typeof emptyForm;

/** Changes the user's password. Requires the current one. */
export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const me = useMe();
  const form = useFormFields({ defaultValues: emptyForm });
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
        {...form.field("currentPassword", { required: "Enter your current password." })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${passwordLength.least} characters. You are signed out everywhere else.`}
        {...form.field("newPassword", {
          validate: (text, { currentPassword }) =>
            text !== "" && text === currentPassword
              ? "Choose a password other than the current one."
              : (passwordFault(text, me) ?? true),
        })}
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
