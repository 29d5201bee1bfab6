import { useMutation } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import * as z from "zod/mini";
import { SendFault } from "@/components/send/send-fault";
import { useCheckedForm } from "@/components/send/use-checked-form";
import type { StatusWord } from "@/components/status/set-meaning";
import { statusClass } from "@/components/status/status";
import { StatusIcon, toneLabels } from "@/components/ui/buttons/status-icon";
import { FieldError, TextField } from "@/components/ui/fields/field";
import { SelectField } from "@/components/ui/fields/select-field";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { useToast } from "@/components/ui/overlay/toast";
import { write } from "@/lib/client/query";
import { documentedMeanings, setMeaning, settableTones } from "@/lib/contract/console/meanings";
import { recordInputs } from "@/lib/contract/inputs/records";
import { resourceName, wordResources } from "./word-resources";

export type MeaningDialogProps = { word: StatusWord | undefined; onClose: () => void };

/** Sets the meaning of a word; without one, of a word that the admin enters. */
export function MeaningDialog({ word, onClose }: MeaningDialogProps) {
  const toast = useToast();
  const { field, handleSubmit } = useCheckedForm(meaningForm, {
    defaultValues: word ?? { resource: "", field: "status", word: "" },
  });
  const { error: toneError, ...tone } = field("tone");
  const save = useMutation({
    ...write(setMeaning),
    onSuccess: ({ value: { data } }) => {
      toast({ title: `“${data.word}” means ${toneLabels[data.tone]}` });
      onClose();
    },
  });
  const resources = new Set([...wordResources, ...(word ? [word.resource] : [])]);

  return (
    <FormDialog
      title="Set what a word means"
      submitLabel="Set meaning"
      isSending={save.isPending}
      onSubmit={handleSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <SelectField label="Applies to" data-first-focus={word ? undefined : true} {...field("resource")}>
        <option value="">Choose</option>
        {[...resources].map((resource) => (
          <option key={resource} value={resource}>
            {resourceName(resource)}
          </option>
        ))}
      </SelectField>
      <TextField label="Field" code autoComplete="off" {...field("field")} />
      <TextField
        label="Word"
        code
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        hint="Exactly as the platform sends it."
        {...field("word")}
      />
      <ToneChoice error={toneError} radio={tone} isFocused={word !== undefined} />
      {save.error && <SendFault error={save.error} what="Set the meaning" onDismiss={save.reset} />}
    </FormDialog>
  );
}

const meaning = recordInputs["meanings.set"];
const { resource, field, word } = meaning.shape;

/** Validates the form: no empty fields and no documented words. */
export const meaningForm = z
  .extend(meaning, {
    resource: resource.check(z.regex(/\S/, "Choose what the word describes.")),
    field: field.check(z.regex(/\S/, "Enter the field's name, such as status.")),
    word: word.check(z.regex(/\S/, "Enter the word as the platform sends it.")),
    tone: z.enum(settableTones, "Choose a meaning."),
  })
  .check(
    z.superRefine((values, context) => {
      const documented = documentedMeanings.find((entry) => isSame(entry, values));
      if (documented)
        context.addIssue({
          code: "custom",
          path: ["word"],
          message: `This word is in the API documentation. It always means ${toneLabels[documented.tone]}.`,
        });
    }),
  );

type ToneChoiceProps = { error: string | undefined; radio: ComponentProps<"input">; isFocused: boolean };

function ToneChoice({ error, radio, isFocused }: ToneChoiceProps) {
  return (
    <fieldset className="grid grid-cols-2 gap-x-3 gap-y-0.5" aria-describedby={error ? "tone-error" : undefined}>
      <legend className="mb-[3px] font-[550]">Means</legend>
      {settableTones.map((tone) => (
        <label
          key={tone}
          className={`min-h-7 cursor-pointer gap-[7px] max-narrow:min-h-9 ${statusClass({ tone, shape: "control" })}`}
        >
          <input
            type="radio"
            className="m-0 accent-accent"
            value={tone}
            data-first-focus={isFocused || undefined}
            {...radio}
          />
          <StatusIcon tone={tone} tinted />
          <span>{toneLabels[tone]}</span>
        </label>
      ))}
      {error && (
        <FieldError id="tone-error" className="col-span-full">
          {error}
        </FieldError>
      )}
    </fieldset>
  );
}

const isSame = (one: StatusWord, other: StatusWord) =>
  one.resource === other.resource && one.field === other.field && one.word === other.word;
