"use client";

import type { ReactNode } from "react";
import type { Answer } from "@/lib/client/answer";
import { DriftNotice } from "./drift-notice";
import { RecordView } from "./record-view";
import { useLinkFor } from "./use-link-for";
import { useStatusFor } from "./use-status-for";

export type RecordBayProps = {
  resource: string;
  /** "campaign": names what the API contract does not list the fields of. */
  noun: string;
  id: string;
  answer: Answer<{ data: unknown }>;
  note?: ReactNode;
};

/** A record whose fields the API contract does not list: all of it, in the order it came. */
export function RecordBay({ resource, noun, id, answer, note }: RecordBayProps) {
  const linkFor = useLinkFor(id);
  const statusFor = useStatusFor(resource);
  const label = `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`;
  return (
    <section className="rec-bay" aria-label="Record">
      <div className="rec-h">
        <h2 className="h2">Record</h2>
        <p className="note">
          {note ??
            `The API contract does not list a ${noun}’s fields. This is what came back, in the order it came, typed by its values.`}
        </p>
        {answer.drift.length > 0 && <DriftNotice drift={answer.drift} />}
      </div>
      <RecordView value={answer.value.data} label={label} linkFor={linkFor} statusFor={statusFor} isTight />
    </section>
  );
}
