import { useState } from "react";
import { useFormSend } from "@/components/send/use-send-fault";
import { TextField } from "@/components/ui/fields/field";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { HookAddress } from "@/lib/contract/console/inbox/addresses";
import { freeSpace, type KeptDay, setBudget } from "@/lib/contract/console/inbox/space";
import { countOf, formatBytes } from "@/lib/format/format-count";

const megabyte = 1_000_000;

export function LimitDialog({ address, onClose }: { address: HookAddress; onClose: () => void }) {
  const { id, name, budget } = address;
  const save = useFormSend(setBudget, onClose);
  const [megabytes, setMegabytes] = useState(budget.is_chosen ? String(Math.round(budget.bytes / megabyte)) : "");
  const isEmpty = megabytes.trim() === "";
  const isWhole = /^[1-9]\d{0,5}$/.test(megabytes.trim());
  return (
    <FormDialog
      title={`How much content ${name} keeps`}
      lead="Beyond this limit events are still answered with 200 and their facts are read, but their content is not kept that day. A day begins at midnight UTC."
      submitLabel="Save"
      isReady={isEmpty || isWhole}
      isSending={save.isPending}
      onClose={onClose}
      onSubmit={() => save.mutate({ address_id: id, megabytes: isEmpty ? null : Number(megabytes.trim()) })}
    >
      <TextField
        label="Megabytes a day"
        data-first-focus
        inputMode="numeric"
        autoComplete="off"
        hint={`Leave it empty for a tenth of the free space${budget.is_chosen ? "" : `, now ${formatBytes(budget.bytes)}`}.`}
        value={megabytes}
        error={save.error?.message ?? (isEmpty || isWhole ? undefined : "Enter a whole number, up to 999999.")}
        onChange={({ target }) => setMegabytes(target.value)}
      />
    </FormDialog>
  );
}

/** Contents go by whole days, because only then their space is free at once. */
export function FreeDialog({ days, onClose }: { days: readonly KeptDay[]; onClose: () => void }) {
  const free = useFormSend(freeSpace, onClose);
  const [keep, setKeep] = useState(String(Math.ceil(days.length / 2)));
  const keepDays = /^[1-9]\d{0,2}$/.test(keep.trim()) ? Number(keep.trim()) : undefined;
  const old = keepDays === undefined ? [] : days.slice(0, -keepDays);
  const bytes = old.reduce((sum, day) => sum + day.bytes, 0);
  return (
    <ConfirmDialog
      question="Delete the oldest contents of events?"
      confirmLabel={old.length === 0 ? "Delete" : `Delete ${countOf(old.length, "day")}`}
      isReady={old.length > 0}
      isSending={free.isPending}
      error={free.error?.message}
      stop
      onClose={onClose}
      onConfirm={() => keepDays !== undefined && free.mutate({ keep_days: keepDays })}
    >
      <p className="mb-3">
        Events, their facts and calls stay. The content cannot be restored. This also works while the disk is nearly
        full.
      </p>
      <TextField
        label="Days to keep"
        data-first-focus
        inputMode="numeric"
        autoComplete="off"
        hint={
          old.length === 0 ? `Contents of ${countOf(days.length, "day")} are stored.` : `Frees ${formatBytes(bytes)}.`
        }
        value={keep}
        onChange={({ target }) => setKeep(target.value)}
      />
    </ConfirmDialog>
  );
}
