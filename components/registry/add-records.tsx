"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { SendFault } from "@/components/send/send-fault";
import { Button } from "@/components/ui/buttons/button";
import { Field, type FieldControl } from "@/components/ui/fields/field";
import { inputClass } from "@/components/ui/fields/input";
import { Dialog } from "@/components/ui/overlay/dialog";
import { useToast } from "@/components/ui/overlay/toast";
import { write } from "@/lib/client/query";
import { addRecords, longestRef, mostAdded } from "@/lib/contract/console/saved";
import { pathToId } from "@/lib/contract/identifier";
import { countOf, formatCount } from "@/lib/format/format-count";

/** Size of one request, below the limit of its body. */
const mostBytes = 48 * 1024;

export type AddRecordsProps = {
  resource: string;
  /** In words: "tools". */
  plural: string;
  onClose: () => void;
};

/** Takes IDs as they come: a column of a sheet, a list, links. They are read from then on; nothing changes on the platform. */
export function AddRecords({ resource, plural, onClose }: AddRecordsProps) {
  const toast = useToast();
  const [text, setText] = useState("");
  const { ids, leftOut } = idsIn(text, resource);
  const add = useMutation({
    ...write(addRecords),
    onSuccess: ({ value }) => toast({ title: value.message, body: "Their progress is read from now on." }),
  });
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        variant="primary"
        icon="plus"
        disabled={ids.length === 0}
        isSending={add.isPending}
        sendingLabel="Adding…"
        onClick={() => add.mutate({ resource, refs: ids }, { onSuccess: onClose })}
      >
        {ids.length === 0 ? "Add" : `Add ${formatCount(ids.length)}`}
      </Button>
    </>
  );
  return (
    <Dialog title={`Add ${plural}`} onClose={onClose} footer={footer} wide>
      <p className="text-ink-2">
        Paste IDs, one or many: a column from a sheet, a list, or links. Nothing changes on the platform.
      </p>
      <Field label="IDs" hint={foundMessage(ids.length, leftOut)}>
        {(control) => <IdsInput control={control} rows={7} value={text} onChange={setText} />}
      </Field>
      {add.error && <SendFault error={add.error} what={`Add ${plural}`} onDismiss={add.reset} />}
    </Dialog>
  );
}

const foundMessage = (count: number, leftOut: number) =>
  `${countOf(count, "ID")} found${leftOut > 0 ? `, ${formatCount(leftOut)} left out: no ID, or too many at once` : ""}.`;

type IdsInputProps = { control: FieldControl; rows: number; value: string; onChange: (text: string) => void };

export function IdsInput({ control, rows, value, onChange }: IdsInputProps) {
  return (
    <textarea
      {...control}
      data-first-focus
      rows={rows}
      className={`${inputClass()} h-auto! w-full resize-y py-2 font-mono text-sm/5 tracking-[-0.02em]`}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The IDs among what was pasted, each once and as many as are added at once, and how many pieces are left out. */
export function idsIn(text: string, resource: string): { ids: string[]; leftOut: number } {
  const pieces = piecesIn(text);
  const read = pieces.flatMap((piece) => idOf(piece, resource) ?? []).filter((id) => !/\s/.test(id));
  const found = new Set(read);
  const ids: string[] = [];
  let bytes = 0;
  for (const id of found) {
    bytes += new TextEncoder().encode(JSON.stringify(id)).length + 1;
    if (ids.length < mostAdded && bytes <= mostBytes) ids.push(id);
  }
  return { ids, leftOut: pieces.length - read.length + found.size - ids.length };
}

const separator = /[\n\r\t,;]+/;

/** Unique lines or words of the pasted text. */
export const piecesIn = (text: string) => [
  ...new Set(
    text
      .split(separator)
      .map((each) => each.trim())
      .filter(Boolean),
  ),
];

/** The ID that a piece is, or that the link it is leads to. */
export function idOf(piece: string, resource: string): string | undefined {
  const link = new RegExp(`/${resource}/([^/?#\\s]+)`).exec(piece)?.[1];
  const id = link === undefined ? piece.replace(/^["']|["']$/g, "") : pathToId(link);
  return id === undefined || id === "" || id.length > longestRef ? undefined : id;
}
