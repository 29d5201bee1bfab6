import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useMay } from "@/components/query/use-me";
import { Button } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import { TextField } from "@/components/ui/fields/field";
import { Popover, type PopoverProps } from "@/components/ui/overlay/popover";
import { write } from "@/lib/client/query";
import { saveRecord } from "@/lib/contract/console/saved";

export type LabelEditorProps = {
  resource: string;
  id: string;
  label: string | null;
  /** The platform names it, so that a label is offered only if there is one. */
  isNamed: boolean;
};

export function LabelEditor({ resource, id, label, isNamed }: LabelEditorProps) {
  const save = useMutation(write(saveRecord));
  const mayLabel = useMay(saveRecord);
  if (isNamed && label === null) return null;
  if (!mayLabel) return label && <span className="wrap-anywhere text-ink-3">Label “{label}”</span>;
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
    <LabelPopover
      trigger={trigger}
      hint="Saved in Switchboard for everyone here. Leave empty to remove."
      label={label}
      save={save}
      onLabel={(label, close) => save.mutate({ resource, ref: id, label }, { onSuccess: close })}
    />
  );
}

type LabelPopoverProps = {
  trigger: PopoverProps["trigger"];
  hint: string;
  label?: string | null;
  save?: { isPending: boolean; error: Error | null };
  onLabel: (label: string, close: () => void) => void;
};

export function LabelPopover({ trigger, hint, label, save, onLabel }: LabelPopoverProps) {
  const [isOpen, setIsOpen] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onLabel(String(new FormData(event.currentTarget).get("label") ?? ""), () => setIsOpen(false));
  }

  return (
    <Popover trigger={trigger} label="Label" open={isOpen} onOpenChange={setIsOpen}>
      <form
        className="grid w-[min(320px,calc(100vw-56px))] justify-items-end gap-2.5 *:data-[slot=field]:w-full"
        onSubmit={submit}
      >
        <TextField
          name="label"
          label="Label"
          hint={hint}
          error={save?.error?.message}
          defaultValue={label ?? ""}
          maxLength={120}
          autoComplete="off"
        />
        <Button
          type="submit"
          size="small"
          variant="primary"
          isSending={save?.isPending ?? false}
          sendingLabel="Saving…"
        >
          Save label
        </Button>
      </form>
    </Popover>
  );
}
