import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useMay } from "@/components/query/use-me";
import { useSendFault } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import { Field } from "@/components/ui/fields/field";
import { inputClass } from "@/components/ui/fields/input";
import { AskPopover } from "@/components/ui/overlay/ask-popover";
import { Popover } from "@/components/ui/overlay/popover";
import { Section } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { read, write } from "@/lib/client/query";
import { addNote, listNotes, longestNote, type Note, removeNote } from "@/lib/contract/console/notes";
import { visibleControls } from "@/lib/format/format-raw";

export type NotesProps = {
  /** A resource of the platform, "deliveries" or "alerts". */
  resource: string;
  id: string;
  /** In a drawer, whose parts are plain sections. */
  isPlain?: boolean;
};

/** Notes of a record, the latest first. */
export function Notes({ resource, id, isPlain = false }: NotesProps) {
  const notes = useNotes(resource, id);
  const mayAdd = useMay(addNote);
  const add = <AddNote resource={resource} id={id} />;
  if (!mayAdd && notes.length === 0) return null;
  const list = notes.length > 0 && (
    <ul>
      {notes.map((note) => (
        <NoteRow key={note.id} resource={resource} note={note} />
      ))}
    </ul>
  );
  return isPlain ? (
    <Plain add={add}>{list}</Plain>
  ) : (
    <Section title="Notes" more={add}>
      {list}
    </Section>
  );
}

function Plain({ add, children }: { add: ReactNode; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <div className="flex items-baseline justify-between gap-3">
        <h3 id={headingId}>Notes</h3>
        {add}
      </div>
      {children}
    </section>
  );
}

export function useNotes(resource: string, id: string): readonly Note[] {
  return useQuery(read(listNotes, { resource, ref: id })).data?.value.data ?? [];
}

export function NoteRow({ resource, note: { id, ref, at, by, text, may_remove } }: { resource: string; note: Note }) {
  const showFault = useSendFault();
  const remove = useMutation({
    ...write(removeNote),
    onError: (error) => showFault(error, "Remove the note", "notes"),
  });
  return (
    <li className="border-t border-rule py-2">
      <p className="wrap-anywhere whitespace-pre-line" dir="auto">
        {visibleControls(text)}
      </p>
      <p className="text-sm text-ink-3">
        {by}, <TimeText at={at} quiet />
        {may_remove && (
          <span className="print:hidden">
            {" · "}
            <AskPopover
              trigger={
                <Button size="small" variant="bare" isSending={remove.isPending} sendingLabel="Removing…">
                  Remove
                </Button>
              }
              question="Remove this note?"
              confirmLabel="Remove"
              onConfirm={() => remove.mutate({ resource, ref, note_id: id })}
            >
              Nobody will see its text any more. The audit log keeps that it was removed.
            </AskPopover>
          </span>
        )}
      </p>
    </li>
  );
}

/** Asks for the text of a note. It is sent by the button, as Enter begins a line. */
export function AddNote({
  resource,
  id,
  label = "Add a note",
}: Pick<NotesProps, "resource" | "id"> & { label?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const mayAdd = useMay(addNote);
  const add = useMutation({ ...write(addNote), onSuccess: () => setIsOpen(false) });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    add.mutate({ resource, ref: id, text: String(new FormData(event.currentTarget).get("text") ?? "") });
  }

  if (!mayAdd) return null;
  return (
    <Popover
      trigger={
        <button type="button" className={`${linkButtonClass} print:hidden`}>
          {label}
        </button>
      }
      label="Note"
      align="end"
      open={isOpen}
      onOpenChange={setIsOpen}
    >
      <form
        className="grid w-[min(360px,calc(100vw-56px))] justify-items-end gap-2.5 *:data-[slot=field]:w-full"
        onSubmit={submit}
      >
        <Field label="Note" hint="Everyone here who may see this can read it." error={add.error?.message}>
          {(control) => (
            <textarea
              {...control}
              name="text"
              rows={4}
              required
              maxLength={longestNote}
              className={`${inputClass()} h-auto! w-full resize-y py-2`}
            />
          )}
        </Field>
        <Button type="submit" size="small" variant="primary" isSending={add.isPending} sendingLabel="Adding…">
          Add note
        </Button>
      </form>
    </Popover>
  );
}
