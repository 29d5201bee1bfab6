"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { StateFace } from "@/components/ui/state-face";
import { TimeText } from "@/components/ui/time-text";
import { read } from "@/lib/client/query";
import { listAnswers } from "@/lib/contract/console/audit";
import { deletionOf } from "./deletion-of";
import { OpenById } from "./open-by-id";

export type RecordNotFoundProps = { resource: string; noun: string; id: string; label: string };

/** The API answered 404: the ID stays in the field, to be looked at and opened again. */
export function RecordNotFound({ resource, noun, id, label }: RecordNotFoundProps) {
  const client = useQueryClient();
  const answers = useQuery(read(listAnswers, { resource, target: id }));
  const deletion = deletionOf(answers.data?.value.data ?? [], resource, id);
  const heading = deletion ? `This ${noun} was deleted` : `No ${noun} with this ID`;
  const again = (
    <Button size="small" onClick={() => void client.refetchQueries({ queryKey: [resource], type: "active" })}>
      Read again
    </Button>
  );
  return (
    <>
      <OpenById key={id} base={resource} label={label} initialId={id} />
      <div className="bay">
        <StateFace face="not-found" heading={heading} level={2} actions={again}>
          {deletion ? (
            <p>
              {deletion.actor_name} deleted it from here, <TimeText at={deletion.at} zoned />. The API no longer finds
              it.
            </p>
          ) : (
            "The API answers the same way for an ID that exists in another organization. Check the ID you pasted."
          )}
        </StateFace>
      </div>
    </>
  );
}
