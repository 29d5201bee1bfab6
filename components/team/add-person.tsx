import { useMutation } from "@tanstack/react-query";
import { useCheckedForm } from "@/components/send/use-checked-form";
import { FieldError, TextField } from "@/components/ui/fields/field";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { write } from "@/lib/client/query";
import { addMember } from "@/lib/contract/console/people/team";
import { teamInputs } from "@/lib/contract/inputs/team";
import type { NewLink } from "./person-link";
import { RoleChoice } from "./role-choice";

type AddPersonProps = { onLink: (link: NewLink) => void; onClose: () => void };

export function AddPerson({ onLink, onClose }: AddPersonProps) {
  const form = useCheckedForm(teamInputs["team.add"], {
    defaultValues: { name: "", email: "", role: "support" },
  });
  const add = useMutation({ ...write(addMember), onSuccess: ({ value }) => onLink(value) });

  return (
    <FormDialog
      title="Add a person"
      lead="They set their password with a link that works once."
      submitLabel="Invite"
      isSending={add.isPending}
      sendingLabel="Inviting…"
      onSubmit={form.handleSubmit((person) => add.mutate(person))}
      onClose={onClose}
    >
      <TextField label="Email" type="email" autoComplete="off" data-first-focus {...form.field("email")} />
      <TextField label="Name" autoComplete="off" hint="If empty, they enter it themselves." {...form.field("name")} />
      <RoleChoice legend="Role" {...form.register("role")} />
      {add.error && <FieldError isAlert>{add.error.message}</FieldError>}
    </FormDialog>
  );
}
