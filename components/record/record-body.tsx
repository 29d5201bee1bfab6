"use client";

import type { ReactNode } from "react";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { isFirstRead, useHold } from "@/components/query/use-hold";
import { RecordNotFound } from "./record-not-found";
import { RecordBay } from "./record-section";

export type RecordBodyProps = {
  query: ReadQuery<{ data: Record<string, unknown> }>;
  resource: string;
  noun: string;
  id: string;
  /** What the field for another ID is called, where nothing has this one: "Campaign ID". */
  idLabel: string;
  /** The bays beside the record. */
  children: ReactNode;
};

/** A record that has no list and no listed fields, with its bays at its side. */
export function RecordBody({ query, resource, noun, id, idLabel, children }: RecordBodyProps) {
  // On a narrow screen they stand below the record.
  const isHeld = useHold(isFirstRead(query));
  return (
    <div className="bays cmp fill">
      <div>
        <QueryView
          query={query}
          label={noun}
          id={id}
          level={2}
          notFound={<RecordNotFound resource={resource} noun={noun} id={id} label={idLabel} />}
        >
          {(answer) => <RecordBay resource={resource} noun={noun} id={id} answer={answer} />}
        </QueryView>
      </div>
      {!isHeld && <div className="side">{children}</div>}
    </div>
  );
}
