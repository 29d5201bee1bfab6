"use client";

import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { SendFault } from "@/components/send/send-fault";
import { useCheckedForm } from "@/components/send/use-checked-form";
import { readMeaning, type StatusWord } from "@/components/status/set-meaning";
import { statusClass } from "@/components/status/status";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon, toneLabels } from "@/components/ui/buttons/status-icon";
import { TextField } from "@/components/ui/fields/field";
import { SelectField } from "@/components/ui/fields/select-field";
import { useToast } from "@/components/ui/overlay/toast";
import { Section } from "@/components/ui/page/section";
import { write } from "@/lib/client/query";
import { documentedMeanings, setMeaning, settableTones } from "@/lib/contract/console/meanings";

/** Form to set a meaning. `?meaning=<resource>.<field>.<word>` prefills it. */
export function SetMeaningSection() {
  const url = useUrlState();
  const [saved, setSaved] = useState<{ message: string }>();
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (saved) status.current?.focus();
  }, [saved]);
  const param = url.get("meaning");
  return (
    <Section title="Set what a word means">
      {saved && (
        <p ref={status} className="mb-2 text-sm/[17px] text-ink-3" tabIndex={-1}>
          {saved.message}
        </p>
      )}
      <SetMeaning
        key={param}
        word={readMeaning(param)}
        onSaved={(message) => {
          setSaved({ message });
          url.set({ meaning: undefined }, { replaces: true });
        }}
      />
    </Section>
  );
}

const { resource, field, word } = setMeaning.input.shape;

/** Validates the form: no empty fields and no documented words. */
export const meaningForm = z
  .extend(setMeaning.input, {
    resource: resource.check(z.regex(/\S/, "Choose what the word describes.")),
    field: field.check(z.regex(/\S/, "Enter the field's name, such as status.")),
    word: word.check(z.regex(/\S/, "Enter the word as the platform sends it.")),
    tone: z.enum(settableTones, "Choose a meaning."),
  })
  .check(
    z.superRefine((values, context) => {
      const documented = documentedMeanings.find((meaning) => isSame(meaning, values));
      if (documented)
        context.addIssue({
          code: "custom",
          path: ["word"],
          message: `This word is in the API documentation. It always means ${toneLabels[documented.tone]}.`,
        });
    }),
  );

const names: Partial<Record<string, string>> = {
  assistants: "Assistant",
  calls: "Call",
  campaigns: "Campaign",
  credentials: "Server credential",
  "phone-numbers": "Phone number",
  tools: "Tool",
  "webhook-logs": "Webhook log entry",
  webhooks: "Webhook",
  workflows: "Workflow",
};

/** Resources whose status words can get a meaning. */
const wordResources = Object.keys(names);

type SetMeaningProps = { word: StatusWord | undefined; onSaved: (message: string) => void };

function SetMeaning({ word, onSaved }: SetMeaningProps) {
  const toast = useToast();
  const form = useCheckedForm(meaningForm, { defaultValues: word ?? { resource: "", field: "status", word: "" } });
  const { field, setFocus } = form;
  const { error: toneError, ...tone } = field("tone");
  const isFilled = word !== undefined;
  // Focus the form, because the link to it may be far above.
  useEffect(() => {
    if (isFilled) setFocus("tone");
  }, [isFilled, setFocus]);
  const save = useMutation({
    ...write(setMeaning),
    onSuccess: ({ value }) => {
      const message = `“${value.data.word}” means ${toneLabels[value.data.tone]}`;
      toast({ title: message });
      form.reset({ resource: "", field: "status", word: "" });
      onSaved(message);
    },
  });

  return (
    <form className="grid gap-3.5" noValidate onSubmit={form.handleSubmit((values) => save.mutate(values))}>
      <SelectField label="Applies to" {...field("resource")}>
        <option value="">Choose</option>
        {withOwn(word?.resource).map((resource) => (
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
      <ToneChoice error={toneError} radio={tone} />
      {save.error && <SendFault error={save.error} what="Set the meaning" onDismiss={save.reset} />}
      <div className="flex min-w-0 items-center gap-2">
        <Button type="submit" variant="primary" isSending={save.isPending}>
          Set meaning
        </Button>
      </div>
    </form>
  );
}

type ToneChoiceProps = { error: string | undefined; radio: ComponentProps<"input"> };

function ToneChoice({ error, radio }: ToneChoiceProps) {
  return (
    <fieldset className="grid grid-cols-2 gap-x-3 gap-y-0.5" aria-describedby={error ? "tone-error" : undefined}>
      <legend className="mb-[3px] font-[550]">Means</legend>
      {settableTones.map((tone) => (
        <label
          key={tone}
          className={`min-h-7 cursor-pointer gap-[7px] max-narrow:min-h-9 ${statusClass({ tone, shape: "control" })}`}
        >
          <input type="radio" className="m-0 accent-accent" value={tone} {...radio} />
          <StatusIcon tone={tone} tinted />
          <span>{toneLabels[tone]}</span>
        </label>
      ))}
      {error && (
        <p
          className="col-span-full flex items-start gap-[5px] text-sm/[17px] text-fault-ink [&>svg]:mt-0.5 [&>svg]:text-fault-fill"
          id="tone-error"
        >
          <StatusIcon tone="fault" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}

const withOwn = (resource: string | undefined) =>
  resource && !wordResources.includes(resource) ? [...wordResources, resource] : wordResources;

export const resourceName = (resource: string) => names[resource] ?? resource;

const isSame = (one: StatusWord, other: StatusWord) =>
  one.resource === other.resource && one.field === other.field && one.word === other.word;
