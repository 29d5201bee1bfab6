import { useState } from "react";
import { useFormSend } from "@/components/send/use-send-fault";
import { FieldError } from "@/components/ui/fields/field";
import { SelectField } from "@/components/ui/fields/select-field";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { type FactName, factNames } from "@/lib/contract/console/inbox/facts";
import { choosePath, type ReceivedDetail } from "@/lib/contract/console/inbox/received";
import { visibleControls } from "@/lib/format/format-raw";
import { factLabels } from "./fact-labels";

const longestValue = 60;

/** Asks where a fact of events with this name is found. Stored events are then read again. */
export function ChoosePath({ event, onClose }: { event: ReceivedDetail; onClose: () => void }) {
  const choose = useFormSend(choosePath, onClose);
  const [fact, setFact] = useState<FactName>("call");
  const now = event.paths[fact];
  const [path, setPath] = useState<string>();
  const chosen = path ?? now?.path ?? "";
  return (
    <FormDialog
      title="Choose another path"
      lead={`Applies to all events ${event.name ? `“${visibleControls(event.name)}”` : "without a name"}. Stored ones are read again.`}
      submitLabel="Use this path"
      isReady={path !== undefined && path !== (now?.path ?? "") && (path !== "" || Boolean(now?.chosen_by))}
      isSending={choose.isPending}
      onSubmit={() => choose.mutate({ event: event.name ?? "", fact, path: chosen })}
      onClose={onClose}
    >
      <SelectField
        label="Fact"
        value={fact}
        onChange={({ target }) => {
          setFact(target.value as FactName);
          setPath(undefined);
        }}
      >
        {factNames.map((name) => (
          <option key={name} value={name}>
            {factLabels[name]}
          </option>
        ))}
      </SelectField>
      <SelectField label="Path in the event" value={chosen} onChange={({ target }) => setPath(target.value)}>
        <option value="">{now?.chosen_by ? "As Switchboard finds it" : "Choose a path"}</option>
        {event.choices.map(({ path: key, value }) => (
          <option key={key} value={key}>
            {key}: {visibleControls(value).slice(0, longestValue)}
          </option>
        ))}
      </SelectField>
      {choose.error && <FieldError isAlert>{choose.error.message}</FieldError>}
    </FormDialog>
  );
}
