import { useOwnSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { AskPopover } from "@/components/ui/overlay/ask-popover";
import { changeRecords } from "@/lib/contract/console/saved";
import type { InputOf } from "@/lib/contract/inputs";
import { countOf } from "@/lib/format/format-count";
import { LabelPopover } from "./label-editor";
import type { RegistryRow } from "./registry-row";
import { SelectionBar } from "./row-selection";

export type BulkChangesProps = { resource: string; chosen: readonly RegistryRow[]; onClear: () => void };

/** Actions on the selected records. They change the registry only; nothing is sent to the platform. */
export function BulkChanges({ resource, chosen, onClear }: BulkChangesProps) {
  const { mutate, isPending } = useOwnSend(changeRecords, "Change", countOf(chosen.length, "record"));
  const refs = chosen.map(({ id }) => id);
  const send = (change: Pick<InputOf<typeof changeRecords>, "change" | "label">) =>
    mutate({ resource, refs, ...change }, { onSuccess: onClear });
  return (
    <SelectionBar resource={resource} count={chosen.length} onClear={onClear}>
      <LabelPopover
        trigger={
          <Button icon="edit" isSending={isPending} sendingLabel="Saving…">
            Label…
          </Button>
        }
        hint="The same for all, saved in Switchboard. Leave empty to remove."
        onLabel={(label, close) => {
          send({ change: "label", label });
          close();
        }}
      />
      <AskPopover
        trigger={<Button icon="trash">Remove…</Button>}
        question={`Remove ${countOf(chosen.length, "record")} from this list?`}
        confirmLabel="Remove"
        onConfirm={() => send({ change: "forget" })}
      >
        Their labels are deleted too. Nothing changes on the platform.
      </AskPopover>
    </SelectionBar>
  );
}
