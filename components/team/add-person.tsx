"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { loadSchema } from "#schema";
import { roleName } from "@/components/query/who-can";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { TextField } from "@/components/ui/fields/field";
import { SelectField } from "@/components/ui/fields/select-field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { write } from "@/lib/client/query";
import { addMember } from "@/lib/contract/console/team";
import { type InputOf, roles } from "@/lib/contract/operation";

/** A first password that was made, for whom it was, and whether that person is new. */
export type NewPassword = { name: string; password: string; isNew: boolean };

const schema = loadSchema(addMember.input);

type NewPerson = InputOf<typeof addMember>;

export function AddPerson({ onMade, onClose }: { onMade: (made: NewPassword) => void; onClose: () => void }) {
  const formId = useId();
  const form = useForm<NewPerson>({
    resolver: async (...given) => zodResolver(await schema)(...given),
    defaultValues: { name: "", email: "", role: "support" },
    mode: "onTouched",
  });
  const { errors } = form.formState;
  const add = useMutation({
    ...write(addMember),
    onSuccess: ({ value }) => onMade({ name: value.member.name, password: value.first_password, isNew: true }),
  });
  const footer = (
    <>
      <Button onClick={onClose}>Not now</Button>
      <Button type="submit" form={formId} variant="primary" isSending={add.isPending} sendingLabel="Adding…">
        Add person
      </Button>
    </>
  );

  return (
    <Dialog title="Who is joining?" onClose={onClose} footer={footer}>
      <form
        id={formId}
        className="grid gap-3.5"
        noValidate
        onSubmit={form.handleSubmit((person) => add.mutate(person))}
      >
        <TextField label="Name" data-first-focus error={errors.name?.message} {...form.register("name")} />
        <TextField label="Email" type="email" error={errors.email?.message} {...form.register("email")} />
        <SelectField label="Role" error={errors.role?.message} {...form.register("role")}>
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleName(role)}
            </option>
          ))}
        </SelectField>
        <p className="text-sm/[17px] text-ink-3">
          Switchboard makes a first password and shows it once. No mail is sent.
        </p>
        {add.error && (
          <p
            className="flex items-start gap-[5px] text-sm/[17px] text-fault-ink [&>svg]:mt-0.5 [&>svg]:text-fault-fill"
            role="alert"
          >
            <StatusIcon tone="fault" />
            <span>{add.error.message}</span>
          </p>
        )}
      </form>
    </Dialog>
  );
}
