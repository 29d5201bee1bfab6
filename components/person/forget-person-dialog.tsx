import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { PhoneNumber } from "@/components/record/phone-number";
import { ReasonField } from "@/components/record/reason-field";
import { Button } from "@/components/ui/buttons/button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { Dialog } from "@/components/ui/overlay/dialog";
import { read, write } from "@/lib/client/query";
import { addDoNotCall } from "@/lib/contract/console/do-not-call";
import { eraseNumber, type NumberReport, reportNumber, storedText } from "@/lib/contract/console/erasures";
import type { InputOf } from "@/lib/contract/inputs";
import { hasVisibleText } from "@/lib/format/visible-text";
import { NumberForm } from "./number-form";
import type { TypedNumber } from "./typed-number";

type ForgetPersonDialogProps = {
  /** A number to begin with. */
  number?: string;
  onClose: () => void;
};

/** Shows what is stored of a person, and erases it. */
export function ForgetPersonDialog({ number: initialText, onClose }: ForgetPersonDialogProps) {
  const [typed, setTyped] = useState<TypedNumber>();
  const [reason, setReason] = useState("");
  const [blocks, setBlocks] = useState(false);
  const key = { number: typed?.text ?? "", country: typed?.country };
  const report = useQuery({ ...read(reportNumber, key), enabled: typed !== undefined });
  const erase = useErase();
  if (erase.report) return <Erased report={erase.report} onClose={onClose} />;
  const number = typed?.number;
  const lastFour = number?.slice(-4) ?? "";

  return (
    <ConfirmDialog
      question="Forget a person"
      confirmLabel="Erase"
      typeToConfirm={
        number === undefined ? undefined : { text: lastFour, label: "Type the last four digits to confirm" }
      }
      isReady={report.data !== undefined && hasVisibleText(reason)}
      isSending={erase.isSending}
      error={erase.error}
      onConfirm={() => number !== undefined && void erase.send({ number, reason, last_four: lastFour }, blocks)}
      onClose={onClose}
    >
      <p className="mb-3">
        Erases the person’s number and name from everything stored here. It cannot be undone. The platform keeps its own
        records: Switchboard cannot erase them there.
      </p>
      <NumberForm
        initialText={initialText}
        onEscape={onClose}
        onNumber={(next) => {
          setTyped(next);
          setBlocks(false);
        }}
      />
      {number !== undefined && (
        <>
          <div className="mt-3.5 min-h-16" role="status">
            <QueryView query={report} label="what is stored" rows={2} level={3}>
              {({ value }) => (
                <>
                  <b className="font-[550] text-ink">
                    <PhoneNumber number={number} />
                  </b>
                  <StoredLines report={value} />
                  {!value.is_blocked && (
                    <Checkbox className="mt-3" checked={blocks} onChange={({ target }) => setBlocks(target.checked)}>
                      Add the number to the do-not-call list
                      <small className="block text-sm/[17px] text-ink-3">
                        It is stored encrypted, so that no upload calls the person again.
                      </small>
                    </Checkbox>
                  )}
                </>
              )}
            </QueryView>
          </div>
          <div className="mt-3.5">
            <ReasonField reason={reason} onReason={setReason} hint="Recorded in the audit log. Leave out names." />
          </div>
        </>
      )}
    </ConfirmDialog>
  );
}

type Erasure = InputOf<typeof eraseNumber>;

/** Adds the number to the do-not-call list first, if asked: the erasure leaves that list as it is. */
function useErase() {
  const block = useMutation(write(addDoNotCall));
  const erase = useMutation(write(eraseNumber));
  async function send(erasure: Erasure, blocks: boolean) {
    const entry = { reason: "asked", source: "asked to be forgotten", dated: null, until: null } as const;
    const added = blocks
      ? await block.mutateAsync({ numbers: [erasure.number], ...entry }).catch(() => undefined)
      : true;
    if (added) erase.mutate(erasure);
  }
  return {
    ...{ send, report: erase.data?.value, isSending: block.isPending || erase.isPending },
    error: (block.error ?? erase.error)?.message,
  };
}

function StoredLines({ report: { stored, is_blocked } }: { report: NumberReport }) {
  return (
    <ul className="mt-1 list-disc pl-5 text-ink-2">
      {stored.map(({ kind, rows }) => (
        <li key={kind}>{storedText(kind, rows)}</li>
      ))}
      {stored.length === 0 && <li>Nothing is stored of this person.</li>}
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
      {report.stored.length > 0 && <p className="text-ink-2">The number and the name were removed from:</p>}
      <StoredLines report={report} />
      <p className="mt-3 text-ink-2">
        Older backups still hold them. A restore erases them again. What the platform stores of the person stays there.
      </p>
    </Dialog>
  );
}
