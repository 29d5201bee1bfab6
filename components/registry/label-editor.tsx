"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import { TextField } from "@/components/ui/fields/field";
import { Popover } from "@/components/ui/overlay/popover";
import { write } from "@/lib/client/query";
import { saveRecord } from "@/lib/contract/console/saved";

export type LabelEditorProps = { resource: string; id: string; label: string | null };

/** A name for a record that only Switchboard keeps. */
export function LabelEditor({ resource, id, label }: LabelEditorProps) {
  const [isOpen, setIsOpen] = useState(false);
  const save = useMutation({ ...write(saveRecord), onSuccess: () => setIsOpen(false) });

  const trigger = (
    <button
      type="button"
      className={`inline-flex min-h-6 max-w-full items-center gap-[5px] text-left wrap-anywhere text-ink-3 hover:text-ink ${label ? "" : "print:hidden"}`}
    >
      {label ? `Label “${label}”, saved in Switchboard` : "Add a label"}
      <Icon name="edit" small className="print:hidden" />
    </button>
  );
  return (
    <Popover trigger={trigger} label="Label" open={isOpen} onOpenChange={setIsOpen}>
      <LabelForm
        hint="Saved in Switchboard for everyone here. Leave empty to remove."
        label={label}
        error={save.error?.message}
        isSaving={save.isPending}
        onLabel={(given) => save.mutate({ resource, ref: id, label: given })}
      />
    </Popover>
  );
}

type LabelFormProps = {
  hint: string;
  label?: string | null;
  error?: string | undefined;
  isSaving?: boolean;
  onLabel: (label: string) => void;
};

export function LabelForm({ hint, label, error, isSaving = false, onLabel }: LabelFormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onLabel(String(new FormData(event.currentTarget).get("label") ?? ""));
  }

  return (
    <form
      className="grid w-[min(320px,calc(100vw-56px))] justify-items-end gap-2.5 *:data-[slot=field]:w-full"
      onSubmit={submit}
    >
      <TextField
        name="label"
        label="Label"
        hint={hint}
        error={error}
        defaultValue={label ?? ""}
        maxLength={120}
        autoComplete="off"
      />
      <Button type="submit" size="small" variant="primary" isSending={isSaving} sendingLabel="Saving…">
        Save label
      </Button>
    </form>
  );
}
