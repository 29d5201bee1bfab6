import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { CountryField, type TypedNumber, useTypedNumber } from "@/components/person/typed-number";
import { useCheckedForm } from "@/components/send/use-checked-form";
import { FieldError, TextField } from "@/components/ui/fields/field";
import { SelectField } from "@/components/ui/fields/select-field";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { useToast } from "@/components/ui/overlay/toast";
import type { Answer } from "@/lib/client/answer";
import { write } from "@/lib/client/query";
import { blockReasonLabels, blockReasons } from "@/lib/contract/console/block-reasons";
import { addDoNotCall } from "@/lib/contract/console/do-not-call";
import { keptText } from "@/lib/contract/inputs/fields";
import type { OutputOf } from "@/lib/contract/operation";

type AddedAnswer = Answer<OutputOf<typeof addDoNotCall>>;
/** `number`: in E.164 form, in which digits can be hidden. */
type AddNumberProps = { onAdded: (number: string, answer: AddedAnswer) => void; onClose: () => void };

const fields = z.object({
  number: z.string().check(z.minLength(1, "Enter a number.")),
  reason: z.enum(blockReasons),
  source: keptText(255).check(z.minLength(1, "Enter how you know, such as “by phone”.")),
  until: z.string(),
});

export const reasonOptions = blockReasons.map((reason) => (
  <option key={reason} value={reason}>
    {blockReasonLabels[reason]}
  </option>
));

export function AddNumber({ onAdded, onClose }: AddNumberProps) {
  const toast = useToast();
  const form = useCheckedForm(fields, {
    defaultValues: { number: "", reason: "asked", source: "by phone", until: "" },
  });
  const { readTyped, isReading, needsCountry, problem, ...country } = useTypedNumber();
  const numberField = form.field("number");
  const add = useMutation(write(addDoNotCall));
  const tell = ({ number, label }: TypedNumber, answer: AddedAnswer) => {
    toast({ title: answer.value.added > 0 ? `${label} was added.` : `${label} was on the list already.` });
    onAdded(number, answer);
    onClose();
  };

  return (
    <FormDialog
      title="Add a number"
      submitLabel="Add"
      isSending={add.isPending || isReading}
      sendingLabel="Adding…"
      onSubmit={form.handleSubmit(async ({ number: text, reason, source, until }) => {
        const typed = await readTyped(text);
        const entry = { reason, source, dated: null, until: until || null };
        if (!typed) return;
        const input = { numbers: [typed.text], country: typed.country, ...entry };
        add.mutate(input, { onSuccess: (answer) => tell(typed, answer) });
      })}
      onClose={onClose}
    >
      <TextField
        label="Number"
        inputMode="tel"
        autoComplete="off"
        data-first-focus
        hint="With its country code, in any spelling."
        {...numberField}
        error={numberField.error ?? problem}
      />
      {needsCountry && <CountryField {...country} />}
      <SelectField label="Reason" {...form.field("reason")}>
        {reasonOptions}
      </SelectField>
      <TextField label="Source" {...form.field("source")} />
      <TextField label="Last day" type="date" hint="Empty for no end." {...form.field("until")} />
      {add.error && <FieldError isAlert>{add.error.message}</FieldError>}
    </FormDialog>
  );
}
