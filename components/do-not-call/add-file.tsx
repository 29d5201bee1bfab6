import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import * as z from "zod/mini";
import { DropZone } from "@/components/list-file/drop-zone";
import { useEngine } from "@/components/list-file/use-engine";
import { FileWaiting } from "@/components/record/still-waiting";
import { type CheckedForm, useCheckedForm } from "@/components/send/use-checked-form";
import { Button } from "@/components/ui/buttons/button";
import { FieldError, TextField } from "@/components/ui/fields/field";
import { SelectField } from "@/components/ui/fields/select-field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Notice } from "@/components/ui/page/notice";
import { write } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { blockedCount, looksAnswered } from "@/lib/contacts/block-list";
import type { ContactEngine, Report } from "@/lib/contacts/engine";
import { blockReasons } from "@/lib/contract/console/block-reasons";
import { addDoNotCall } from "@/lib/contract/console/do-not-call";
import { keptText } from "@/lib/contract/inputs/fields";
import { countOf, formatCount } from "@/lib/format/format-count";
import { reasonOptions } from "./add-number";
import { dayOf, registers } from "./block-labels";
import { FileColumns } from "./file-columns";
import { noneSent, type SentNumbers, sendNumbers } from "./send-numbers";
import { type BlockFile, useBlockFile } from "./use-block-file";

export function AddFile({ onClose }: { onClose: () => void }) {
  const { engine, countries, failure: startFailure } = useEngine();
  const { list, report, failure, open, change } = useBlockFile(engine);
  const problem = failure ?? startFailure;
  if (list && engine)
    return (
      <FileForm key={list.file.name} {...{ engine, list, report, problem, onClose }}>
        <FileColumns {...{ engine, countries, list, report, onChange: change }} />
      </FileForm>
    );
  return (
    <Dialog wide title="Add a file" onClose={onClose} footer={<Button onClick={onClose}>Cancel</Button>}>
      <p className="mb-3 text-ink-2">
        The numbers of the file are sent to this installation’s server and kept encrypted there. Other columns stay in
        this browser.
      </p>
      <DropZone title="Choose a file" onFile={(file) => void open(file)}>
        Text, CSV or a workbook, as a register gives it. It needs no header.
      </DropZone>
      {problem && (
        <FieldError isAlert className="mt-3">
          {problem}
        </FieldError>
      )}
    </Dialog>
  );
}

const fields = z.object({
  reason: z.enum(blockReasons),
  register: z.string(),
  source: keptText(200).check(z.minLength(1, "Enter where the numbers come from.")),
  dated: z.iso.date("Enter the date of the file."),
  until: z.string(),
  covers: z.string(),
});

type FileFormProps = {
  engine: ContactEngine;
  list: BlockFile;
  report: Report | undefined;
  problem: string | undefined;
  onClose: () => void;
  children: React.ReactNode;
};

function FileForm({ engine, list, report, problem, onClose, children }: FileFormProps) {
  const formId = useId();
  const isAsked = looksAnswered(list.preview);
  const form = useCheckedForm(fields, {
    defaultValues: {
      ...{ reason: "register", register: "", source: list.file.name.slice(0, 200), until: "", covers: "" },
      dated: dayOf(Math.min(list.file.lastModified, clock.nowMs())),
    },
  });
  const { add, sent, stop } = useFileSend(engine);
  const total = report ? blockedCount(report) : 0;
  const covers = form.watch("covers");
  const isReady = !problem && total > 0 && (!isAsked || covers === "all");
  const isDone = add.isSuccess;
  const footer = isDone ? (
    <Button variant="primary" onClick={onClose}>
      Close
    </Button>
  ) : (
    <>
      <Button onClick={add.isPending ? stop : onClose}>{add.isPending ? "Stop" : "Cancel"}</Button>
      <Button type="submit" form={formId} variant="primary" disabled={!isReady} isSending={add.isPending}>
        Add {countOf(total, "number")}
      </Button>
    </>
  );

  return (
    <Dialog wide title={`Add ${list.file.name}`} footer={footer} {...(add.isPending ? {} : { onClose })}>
      {!isDone && (
        <form
          id={formId}
          className="grid gap-3.5"
          noValidate
          onSubmit={form.handleSubmit(({ reason, register, source, dated, until }) => {
            const from = reason === "register" && register ? `${register}: ${source}` : source;
            if (isReady) add.mutate({ reason, source: from, dated, until: until || null });
          })}
        >
          {children}
          {isAsked && <CoverQuestion covers={covers} {...form.register("covers")} />}
          <EntryFields form={form} />
          {problem && <FieldError isAlert>{problem}</FieldError>}
        </form>
      )}
      <SendState {...{ sent, total, isPending: add.isPending, isDone, error: add.error?.message }} />
    </Dialog>
  );
}

function EntryFields({ form }: { form: CheckedForm<typeof fields> }) {
  return (
    <div className="grid grid-cols-2 items-start gap-x-2.5 gap-y-3.5 max-narrow:grid-cols-1">
      <SelectField label="Reason" {...form.field("reason")}>
        {reasonOptions}
      </SelectField>
      {form.watch("reason") === "register" && (
        <SelectField label="Register" hint="The list says when its files are too old." {...form.field("register")}>
          <option value="">Another register</option>
          {registers.map(({ name, days }) => (
            <option key={name} value={name}>{`${name}, valid ${days} days`}</option>
          ))}
        </SelectField>
      )}
      <TextField label="Source" {...form.field("source")} />
      <TextField label="Date of the file" type="date" {...form.field("dated")} />
      <TextField label="Last day" type="date" hint="Empty for no end." {...form.field("until")} />
    </div>
  );
}

/** Sends the numbers in batches. Closing the dialog stops it. */
function useFileSend(engine: ContactEngine) {
  const [sent, setSent] = useState<SentNumbers>();
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);
  const add = useMutation({
    mutationKey: write(addDoNotCall).mutationKey ?? [],
    networkMode: "always",
    retry: false,
    mutationFn: (entry: Parameters<typeof sendNumbers>[0]["entry"]) => {
      controller.current = new AbortController();
      return sendNumbers({ engine, entry, onSent: setSent, signal: controller.current.signal });
    },
  });
  return { add, sent, stop: () => controller.current.abort() };
}

type SendStateProps = {
  sent: SentNumbers | undefined;
  total: number;
  isPending: boolean;
  isDone: boolean;
  error: string | undefined;
};

function SendState({ sent = noneSent, total, isPending, isDone, error }: SendStateProps) {
  const done = sent.added + sent.already + sent.short;
  const counts = `${countOf(sent.added, "number was", "numbers were")} added, ${formatCount(sent.already)} were on the list already.`;
  const short = sent.short > 0 ? ` ${formatCount(sent.short)} are too short to be a number.` : "";
  const stopped =
    done < total
      ? ` Stopped after ${formatCount(done)} of ${formatCount(total)}. Adding the file again is harmless.`
      : "";
  return (
    <div role="status" className="mt-3">
      {isPending && (
        <p>
          {formatCount(done)} of {formatCount(total)} numbers sent
          <progress className="mt-1 block w-full" max={total} value={done} aria-label="Numbers sent" />
        </p>
      )}
      {isDone && `${counts}${short}${stopped}`}
      {!isPending && sent.readAt !== "" && <FileWaiting added={{ value: sent.waiting, readAt: sent.readAt }} />}
      {!isPending && error !== undefined && (
        <FieldError>
          {error} {counts} Adding the file again is harmless.
        </FieldError>
      )}
    </div>
  );
}

function CoverQuestion({
  covers,
  ...radio
}: { covers: string } & ReturnType<ReturnType<typeof useCheckedForm>["register"]>) {
  return (
    <Notice tone="wait" title="Is this your own contact list, which a register marked?">
      <p>It has names or marks such as OK, TPS or “do not call”.</p>
      <fieldset className="mt-1.5 grid gap-1">
        <legend className="sr-only">Who must not be called</legend>
        <label className="flex min-h-6 items-center gap-2">
          <input type="radio" value="all" {...radio} /> Nobody in this file must be called
        </label>
        <label className="flex min-h-6 items-center gap-2">
          <input type="radio" value="some" {...radio} /> Some of its people may be called
        </label>
      </fieldset>
      {covers === "some" && (
        <p className="mt-1.5">
          Then it is no block list. Use it under <a href="/import">Import contacts</a>, which asks what the marks mean.
        </p>
      )}
    </Notice>
  );
}
