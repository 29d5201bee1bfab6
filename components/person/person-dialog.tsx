import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query/query-view";
import { ReasonField } from "@/components/record/reason-field";
import { useFormSend } from "@/components/send/use-send-fault";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { Dialog } from "@/components/ui/overlay/dialog";
import { read } from "@/lib/client/query";
import { removeDoNotCall } from "@/lib/contract/console/do-not-call";
import { findPerson } from "@/lib/contract/console/person";
import { hasVisibleText } from "@/lib/format/visible-text";
import { NeverCallDialog } from "./never-call-dialog";
import { NumberForm } from "./number-form";
import type { PersonKey } from "./person-key";
import { PersonView } from "./person-view";
import { useCloseOnLeave } from "./use-close-on-leave";

const ForgetPersonDialog = deferred(async () => (await import("./forget-person-dialog")).ForgetPersonDialog);

/** `initialText` is looked up in the dialog's own field; `person` is known already, and no field is shown. */
export type PersonDialogProps = { onClose: () => void } & ({ initialText: string } | { person: PersonKey });

/** All that is stored of one person. Their number is in no address, so that no proxy or history stores it. */
export function PersonDialog({ onClose, ...start }: PersonDialogProps) {
  const [person, setPerson] = useState("person" in start ? start.person : undefined);
  useCloseOnLeave(onClose);
  return (
    <Dialog wide="page" title="Look up a person" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      {"initialText" in start && (
        <div className="mt-2 mb-4">
          <NumberForm
            initialText={start.initialText}
            onEscape={onClose}
            onNumber={(typed) => setPerson(typed && { number: typed.text, country: typed.country })}
          />
        </div>
      )}
      {person && <FoundPerson key={JSON.stringify(person)} person={person} />}
    </Dialog>
  );
}

const readEveryMs = 10_000;

function FoundPerson({ person }: { person: PersonKey }) {
  const found = useQuery({ ...read(findPerson, person), refetchInterval: readEveryMs });
  const [dialog, setDialog] = useState<"block" | "removal" | "forget">();
  const close = () => setDialog(undefined);
  return (
    <div role="status" className="mt-2 min-h-40">
      <QueryView query={found} label="the person" rows={4} level={3}>
        {({ value }) => (
          <>
            <PersonView
              person={value}
              onBlock={() => setDialog("block")}
              onRemove={() => setDialog("removal")}
              onForget={() => setDialog("forget")}
            />
            {dialog === "block" && (
              <NeverCallDialog
                person={person}
                name={value.name}
                number={value.number}
                source="by hand"
                onClose={close}
              />
            )}
            {dialog === "removal" && value.blocked && (
              <RemoveEntry entry_id={value.blocked.id} number={value.number} onClose={close} />
            )}
            {dialog === "forget" && <ForgetPersonDialog number={value.number} onClose={close} />}
          </>
        )}
      </QueryView>
    </div>
  );
}

type RemoveEntryProps = { entry_id: string; number: string; onClose: () => void };

/** Takes a number off the do-not-call list, with a reason for the audit log. */
function RemoveEntry({ entry_id, number, onClose }: RemoveEntryProps) {
  const [reason, setReason] = useState("");
  const removal = useFormSend(removeDoNotCall, onClose);
  return (
    <ConfirmDialog
      question={`Remove ${number} from the list?`}
      confirmLabel="Remove"
      isReady={hasVisibleText(reason)}
      isSending={removal.isPending}
      error={removal.error?.message}
      onConfirm={() => removal.mutate({ entry_id, reason })}
      onClose={onClose}
    >
      The next contact list with this number is uploaded with it, and the person can be called again.
      <ReasonField reason={reason} onReason={setReason} hint="Recorded in the audit log. Leave out names." />
    </ConfirmDialog>
  );
}
