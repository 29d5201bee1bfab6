import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { ReasonField } from "@/components/record/reason-field";
import { useFormSend } from "@/components/send/use-send-fault";
import { SelectField } from "@/components/ui/fields/select-field";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { typeToConfirm } from "@/components/ui/overlay/type-to-confirm";
import { read } from "@/lib/client/query";
import { listFormerColleagues, replaceColleague } from "@/lib/contract/console/erasures";
import { hasVisibleText } from "@/lib/format/visible-text";

type ReplaceColleagueDialogProps = { onClose: () => void };

/** Replaces the name of a former colleague in the audit log. */
export function ReplaceColleagueDialog({ onClose }: ReplaceColleagueDialogProps) {
  const colleagues = useQuery(read(listFormerColleagues, {}));
  const [personId, setPersonId] = useState("");
  const [reason, setReason] = useState("");
  const replace = useFormSend(replaceColleague, onClose);
  const chosen = colleagues.data?.value.data.find(({ person_id }) => person_id === personId);

  return (
    <ConfirmDialog
      question="Replace a former colleague’s name"
      confirmLabel="Replace"
      typeToConfirm={chosen && typeToConfirm("person", chosen.person_id, chosen.name)}
      isReady={chosen !== undefined && hasVisibleText(reason)}
      isSending={replace.isPending}
      error={replace.error?.message}
      onConfirm={() => replace.mutate({ person_id: personId, reason })}
      onClose={onClose}
    >
      <p className="mb-3">
        Their name and email address become “Former colleague” and a number in every entry of the audit log. It cannot
        be undone, and the log still verifies.
      </p>
      <QueryView query={colleagues} label="former colleagues" rows={1} level={3}>
        {({ value: { data } }) =>
          data.length === 0 ? (
            <p>The audit log has no former colleagues.</p>
          ) : (
            <div className="grid gap-3.5">
              <SelectField label="Person" value={personId} onChange={({ target }) => setPersonId(target.value)}>
                <option value="">Choose…</option>
                {data.map(({ person_id, name, email }) => (
                  <option key={person_id} value={person_id}>
                    {name}, {email}
                  </option>
                ))}
              </SelectField>
              <ReasonField reason={reason} onReason={setReason} />
            </div>
          )
        }
      </QueryView>
    </ConfirmDialog>
  );
}
