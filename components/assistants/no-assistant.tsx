"use client";

import { ForgetButton } from "@/components/record/forget-button";
import { OpenById } from "@/components/record/open-by-id";
import { uuidDoubt } from "@/components/record/uuid-doubt";
import { StateFace } from "@/components/ui/state-face";
import { TimeText } from "@/components/ui/time-text";
import type { SavedRecord } from "@/lib/contract/console/saved";

/** The ID stays in the field: a miss is mostly one wrong character. */
export function NoAssistant({ id, saved }: { id: string; saved: SavedRecord | undefined }) {
  const doubt = uuidDoubt(id);
  return (
    <>
      <OpenById base="assistants" label="Open by ID" initialId={id} hint={doubt ?? "A UUID."} doubt={uuidDoubt} />
      <div className="bay">
        <StateFace
          face="not-found"
          heading="No assistant with this ID"
          level={2}
          actions={saved && <ForgetButton resource="assistants" id={id} name={saved.label ?? saved.name ?? id} />}
        >
          <p>
            The API answers the same way for an ID that exists in another organization. Check the ID you pasted.
            {saved?.not_found_since && (
              <>
                {" "}
                Not found since <TimeText at={saved.not_found_since} variant="day" />.
              </>
            )}
          </p>
        </StateFace>
      </div>
    </>
  );
}
