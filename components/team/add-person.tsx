"use client";

import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { useCheckedForm } from "@/components/send/use-checked-form";
import { Button } from "@/components/ui/buttons/button";
import { FieldError, TextField } from "@/components/ui/fields/field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { write } from "@/lib/client/query";
import { addMember } from "@/lib/contract/console/team";
import type { NewLink } from "./person-link";
import { RoleChoice } from "./role-choice";

type AddPersonProps = { onLink: (link: NewLink) => void; onClose: () => void };

export function AddPerson({ onLink, onClose }: AddPersonProps) {
  const formId = useId();
  const { field, register, handleSubmit } = useCheckedForm(addMember.input, {
    defaultValues: { name: "", email: "", role: "support" },
  });
  const add = useMutation({ ...write(addMember), onSuccess: ({ value }) => onLink(value) });
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={formId} variant="primary" isSending={add.isPending} sendingLabel="Inviting…">
        Invite
      </Button>
    </>
  );

  return (
    <Dialog title="Add a person" onClose={onClose} footer={footer}>
      <p className="text-ink-2">They set their password with a link that works once.</p>
      <form
        id={formId}
        className="mt-3.5 grid gap-3.5"
        noValidate
        onSubmit={handleSubmit((person) => add.mutate(person))}
      >
        <TextField label="Email" type="email" autoComplete="off" data-first-focus {...field("email")} />
        <TextField label="Name" autoComplete="off" hint="If empty, they enter it themselves." {...field("name")} />
        <RoleChoice legend="Role" {...register("role")} />
        {add.error && <FieldError isAlert>{add.error.message}</FieldError>}
      </form>
    </Dialog>
  );
}
