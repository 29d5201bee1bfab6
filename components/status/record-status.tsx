"use client";

import { Status, type StatusProps } from "./status";
import { useStatusMeaning } from "./use-status-meaning";
import { useWordNote } from "./use-word-note";

export type RecordStatusProps = Omit<StatusProps, "tone"> & { resource: string; field: string };

/** A status word in a record view or drawer, with what is known of its reading. */
export function RecordStatus({ resource, field, word, ...rest }: RecordStatusProps) {
  const toneOf = useStatusMeaning(resource);
  const note = useWordNote(resource)(field, word);
  return (
    <>
      <Status word={word} tone={toneOf(field, word)} {...rest} /> {note && <span className="text-ink-3">{note}</span>}
    </>
  );
}
