import { useMutation } from "@tanstack/react-query";
import { useMe } from "@/components/query/use-me";
import { useFormFields } from "@/components/send/use-form-fields";
import { FieldError } from "@/components/ui/fields/field";
import { PasswordField } from "@/components/ui/fields/password-field";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { useToast } from "@/components/ui/overlay/toast";
import { askAuth } from "@/lib/client/ask-auth";
import { passwordFault, passwordLength } from "@/lib/contract/console/people/password";

const emptyForm = { currentPassword: "", newPassword: "" };
type PasswordForm = typeof emptyForm;

/** Changes the user's password. Requires the current one. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const toast = useToast();
  const form = useFormFields({ defaultValues: emptyForm });
  const change = useMutation({
    mutationKey: ["own-sessions", "change_password"],
    mutationFn: (passwords: PasswordForm) => askAuth("change-password", passwords),
    networkMode: "always",
    onSuccess: () => {
      toast({ title: "Password changed", body: "You are signed out everywhere else." });
      onClose();
    },
  });

  return (
    <FormDialog
      title="Change your password"
      submitLabel="Change password"
      isSending={change.isPending}
      onChange={change.error ? change.reset : undefined}
      onSubmit={form.handleSubmit((passwords) => change.mutate(passwords))}
      onClose={onClose}
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
        data-first-focus
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
      {change.error && <FieldError isAlert>{change.error.message}</FieldError>}
    </FormDialog>
  );
}
