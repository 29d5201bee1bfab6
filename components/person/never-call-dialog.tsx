import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { PhoneNumber } from "@/components/record/phone-number";
import { StillWaiting } from "@/components/record/still-waiting";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { Dialog } from "@/components/ui/overlay/dialog";
import type { Answer } from "@/lib/client/answer";
import { write } from "@/lib/client/query";
import type { BlockReason } from "@/lib/contract/console/block-reasons";
import { addDoNotCall } from "@/lib/contract/console/do-not-call";
import type { OutputOf } from "@/lib/contract/operation";
import { visibleControls } from "@/lib/format/format-raw";
import { holdsMask } from "@/lib/format/mask-sign";
import type { PersonKey } from "./person-key";
import { ReasonChips } from "./reason-chips";
import { CountryField, useTypedNumber } from "./typed-number";
import { useCloseOnLeave } from "./use-close-on-leave";

export type NeverCall = {
  person: PersonKey;
  name?: string | null | undefined;
  /** As it is shown; digits can be hidden. Undefined for a text that is not read yet. */
  number?: string | undefined;
  /** How the person is known, as the list shows it. */
  source: "from a call" | "by hand";
};

type NeverCallDialogProps = NeverCall & { onClose: () => void };

/** Puts a person on the do-not-call list. One press confirms. */
export function NeverCallDialog({ person, name, number, source, onClose }: NeverCallDialogProps) {
  const [reason, setReason] = useState<BlockReason>("asked");
  const { readTyped, isReading, needsCountry, problem, ...country } = useTypedNumber();
  const add = useMutation(write(addDoNotCall));
  useCloseOnLeave(onClose);
  const whom = name ? visibleControls(name) : (number ?? person.number ?? "this person");

  async function block() {
    const entry = { reason, source, dated: null, until: null };
    if (person.call_id !== undefined) add.mutate({ numbers: [], call_id: person.call_id, ...entry });
    else if (number !== undefined) add.mutate({ numbers: [person.number ?? ""], country: person.country, ...entry });
    else {
      const typed = await readTyped(person.number ?? "");
      if (typed) add.mutate({ numbers: [typed.text], country: typed.country, ...entry });
    }
  }

  if (add.data) return <Blocked {...{ whom, onClose }} answer={add.data} number={person.number ?? number} />;
  return (
    <ConfirmDialog
      question={`Never call ${whom} again?`}
      confirmLabel="Never call again"
      stop={false}
      isSending={add.isPending || isReading}
      error={problem ?? add.error?.message}
      onConfirm={() => void block()}
      onClose={onClose}
    >
      <p>
        {name && number ? <PhoneNumber number={number} /> : "The number"} goes on the do-not-call list. Switchboard
        leaves it out of every list that is uploaded here.
      </p>
      {needsCountry && (
        <div className="mt-3.5">
          <CountryField {...country} />
        </div>
      )}
      <ReasonChips reason={reason} onReason={setReason} />
    </ConfirmDialog>
  );
}

type BlockedProps = {
  whom: string;
  number: string | undefined;
  answer: Answer<OutputOf<typeof addDoNotCall>>;
  onClose: () => void;
};

function Blocked({ whom, number, answer, onClose }: BlockedProps) {
  const { added } = answer.value;
  const isHidden = number === undefined || holdsMask(number);
  return (
    <Dialog
      title={added > 0 ? `${whom} was added` : `${whom} was on the list already`}
      onClose={onClose}
      footer={
        <Button variant="primary" data-first-focus onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="text-ink-2" role="status">
        {added > 0
          ? "The number is on the do-not-call list. It is left out of every list that is uploaded here."
          : "The entry on the do-not-call list keeps its reason."}
      </p>
      <StillWaiting number={isHidden ? undefined : number} isHidden={isHidden} added={answer} className="mt-3.5" />
    </Dialog>
  );
}
