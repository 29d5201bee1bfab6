import { useFormFields } from "@/components/send/use-form-fields";
import { useFormSend } from "@/components/send/use-send-fault";
import { FieldError, TextField } from "@/components/ui/fields/field";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { renameMe } from "@/lib/contract/console/people/me";
import { calledOf, type Member, renameMember } from "@/lib/contract/console/people/team";

type NameDialogProps = { name: string; onClose: () => void };

/** Changes the user's own name. */
export function OwnNameDialog({ name, onClose }: NameDialogProps) {
  const rename = useFormSend(renameMe, onClose);
  return (
    <NameForm {...{ name, onClose, rename }} title="Change your name" onSubmit={(name) => rename.mutate({ name })} />
  );
}

/** Corrects the name of a colleague. */
export function MemberNameDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const rename = useFormSend(renameMember, onClose);
  return (
    <NameForm
      {...{ onClose, rename }}
      name={member.name}
      title={`Correct the name of ${calledOf(member)}`}
      onSubmit={(name) => rename.mutate({ user_id: member.id, name })}
    />
  );
}

type NameFormProps = NameDialogProps & {
  title: string;
  rename: { isPending: boolean; error: Error | null; reset: () => void };
  onSubmit: (name: string) => void;
};

function NameForm({ title, name, rename, onSubmit, onClose }: NameFormProps) {
  const form = useFormFields({ defaultValues: { name } });
  return (
    <FormDialog
      title={title}
      lead="Shown to the team and in new entries of the audit log. Earlier entries keep the name of that time."
      submitLabel="Save name"
      isSending={rename.isPending}
      onChange={rename.error ? rename.reset : undefined}
      onSubmit={form.handleSubmit((values) => onSubmit(values.name.trim()))}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="name"
        maxLength={120}
        data-first-focus
        {...form.field("name", { validate: (text) => text.trim() !== "" || "Enter a name." })}
      />
      {rename.error && <FieldError isAlert>{rename.error.message}</FieldError>}
    </FormDialog>
  );
}
