"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Button } from "./button";
import { OpenById } from "./open-by-id";
import { StateFace } from "./state-face";

export type RecordNotFoundProps = { resource: string; noun: string; id: string; label: string };

/** The API answered 404: the ID stays in the field, to be looked at and opened again. */
export function RecordNotFound({ resource, noun, id, label }: RecordNotFoundProps) {
  const client = useQueryClient();
  const again = (
    <Button size="small" onClick={() => void client.refetchQueries({ queryKey: [resource], type: "active" })}>
      Read again
    </Button>
  );
  return (
    <>
      <OpenById key={id} base={resource} label={label} initialId={id} />
      <div className="bay">
        <StateFace face="not-found" heading={`No ${noun} with this ID`} level={2} actions={again}>
          The API answers the same way for an ID that exists in another organization. Check the ID you pasted.
        </StateFace>
      </div>
    </>
  );
}
