import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { NumberForm } from "@/components/list-file/number-form";
import { useEngine } from "@/components/list-file/use-engine";
import { QueryView } from "@/components/query/query-view";
import { PhoneNumber } from "@/components/record/phone-number";
import { Button } from "@/components/ui/buttons/button";
import { TextField } from "@/components/ui/fields/field";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { Dialog } from "@/components/ui/overlay/dialog";
import { read, write } from "@/lib/client/query";
import { eraseNumber, heldText, type NumberReport, reportNumber } from "@/lib/contract/console/erasures";
import { hasVisibleText } from "@/lib/format/visible-text";

type ForgetPersonDialogProps = { onClose: () => void };

/** Shows what is stored of a person, and erases it. */
export function ForgetPersonDialog({ onClose }: ForgetPersonDialogProps) {
  const reader = useEngine();
  const [number, setNumber] = useState<string>();
  const [reason, setReason] = useState("");
  const report = useQuery({ ...read(reportNumber, { number: number ?? "" }), enabled: number !== undefined });
  const erase = useMutation(write(eraseNumber));
  if (erase.data) return <Erased report={erase.data.value} onClose={onClose} />;
  const lastFour = number?.slice(-4) ?? "";

  return (
    <ConfirmDialog
      question="Forget a person"
      confirmLabel="Erase"
      sends={`${eraseNumber.method} ${eraseNumber.path}`}
      typeToConfirm={
        number === undefined ? undefined : { text: lastFour, label: "Type the last four digits to confirm" }
      }
      isReady={report.data !== undefined && hasVisibleText(reason)}
      isSending={erase.isPending}
      error={erase.error?.message}
      onConfirm={() => number !== undefined && erase.mutate({ number, reason, last_four: lastFour })}
      onClose={onClose}
    >
      <p className="mb-3">
        Erases the person’s number and name from everything stored here. It cannot be undone. The platform keeps its own
        records: Switchboard cannot erase them there.
      </p>
      <NumberForm reader={reader} onEscape={onClose} onNumber={setNumber} />
      {number !== undefined && (
        <>
          <div className="mt-3.5 min-h-16" role="status">
            <QueryView query={report} label="what is stored" rows={2} level={3}>
              {({ value }) => (
                <>
                  <b className="font-[550] text-ink">
                    <PhoneNumber number={number} />
                  </b>
                  <HeldLines report={value} />
                </>
              )}
            </QueryView>
          </div>
          <TextField
            label="Reason"
            hint="Recorded in the audit log. Leave out names."
            maxLength={300}
            autoComplete="off"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

function HeldLines({ report: { held, is_blocked } }: { report: NumberReport }) {
  return (
    <ul className="mt-1 list-disc pl-5 text-ink-2">
      {held.map(({ kind, rows }) => (
        <li key={kind}>{heldText(kind, rows)}</li>
      ))}
      {held.length === 0 && <li>Nothing is stored of this person.</li>}
      {is_blocked && <li>The number is on the do-not-call list, and stays there.</li>}
    </ul>
  );
}

function Erased({ report, onClose }: { report: NumberReport; onClose: () => void }) {
  return (
    <Dialog
      title="The person was erased"
      onClose={onClose}
      footer={
        <Button variant="primary" data-first-focus onClick={onClose}>
          Close
        </Button>
      }
    >
      {report.held.length > 0 && <p className="text-ink-2">The number and the name were removed from:</p>}
      <HeldLines report={report} />
      <p className="mt-3 text-ink-2">
        Older backups still hold them. A restore erases them again. What the platform stores of the person stays there.
      </p>
    </Dialog>
  );
}
