import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { PhoneNumber } from "@/components/record/phone-number";
import { StillWaiting } from "@/components/record/still-waiting";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { Dialog } from "@/components/ui/overlay/dialog";
import type { Answer } from "@/lib/client/answer";
import { write } from "@/lib/client/query";
import { type BlockReason, blockReasonLabels } from "@/lib/contract/console/block-reasons";
import { addDoNotCall } from "@/lib/contract/console/do-not-call";
import type { OutputOf } from "@/lib/contract/operation";
import { visibleControls } from "@/lib/format/format-raw";
import { holdsMask } from "@/lib/format/mask-sign";
import type { PersonKey } from "./person-key";
import { CountryField, type TypedNumber, useTypedNumber } from "./typed-number";
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
  const [typed, setTyped] = useState<TypedNumber>();
  const add = useMutation(write(addDoNotCall));
  useCloseOnLeave(onClose);
  const whom = name ? visibleControls(name) : (number ?? typed?.label ?? person.number ?? "this person");

  async function block() {
    const entry = { reason, source, dated: null, until: null };
    if (person.call_id !== undefined) add.mutate({ numbers: [], call_id: person.call_id, ...entry });
    else if (number !== undefined) add.mutate({ numbers: [person.number ?? ""], country: person.country, ...entry });
    else {
      const read = await readTyped(person.number ?? "");
      setTyped(read);
      if (read) add.mutate({ numbers: [read.text], country: read.country, ...entry });
    }
  }

  if (add.data) return <Blocked {...{ whom, onClose }} answer={add.data} number={number ?? typed?.number} />;
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
          ? "Every list that is uploaded here leaves the number out."
          : "The entry on the do-not-call list keeps its reason."}
      </p>
      <StillWaiting number={isHidden ? undefined : number} isHidden={isHidden} added={answer} className="mt-3.5" />
    </Dialog>
  );
}

/** A register blocks numbers by its files, not one by one. */
const reasons: readonly BlockReason[] = ["asked", "complaint", "wrong_number", "deceased", "other"];

type ReasonChipsProps = { reason: BlockReason; onReason: (reason: BlockReason) => void };

/** Why somebody must not be called, one button each. */
const ReasonChips = ({ reason, onReason }: ReasonChipsProps) => (
  <fieldset className="mt-3.5">
    <legend className="mb-1.5 font-[550] text-ink">Reason</legend>
    <div className="flex flex-wrap gap-1.5">
      {reasons.map((value) => (
        <label key={value} className={chipClass}>
          <input
            type="radio"
            name="block-reason"
            className="sr-only"
            value={value}
            checked={value === reason}
            onChange={() => onReason(value)}
          />
          {sentenceCase(blockReasonLabels[value])}
        </label>
      ))}
    </div>
  </fieldset>
);

const sentenceCase = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1);

const chipClass = [
  "inline-flex min-h-8 cursor-pointer items-center rounded-2 border border-rule-2 bg-sheet px-3 text-ink max-narrow:min-h-11",
  "has-checked:border-accent has-checked:bg-accent/16 has-checked:font-[550] has-focus-visible:outline-2",
  "has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:bg-[Highlight]",
].join(" ");
