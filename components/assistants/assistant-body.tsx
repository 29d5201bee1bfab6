"use client";

import type { useAllNumbers } from "@/components/query/use-all-numbers";
import { DriftNotice } from "@/components/record/drift-notice";
import { RecordView } from "@/components/record/record-view";
import { unlistedIn } from "@/components/record/unlisted-in";
import { Bay } from "@/components/ui/section";
import type { Answer } from "@/lib/client/answer";
import { assistant, type getAssistant } from "@/lib/contract/api/assistants";
import type { SavedRecord } from "@/lib/contract/console/saved";
import { unwrapped } from "@/lib/contract/fields";
import type { OutputOf } from "@/lib/contract/operation";
import { AssistantSide } from "./assistant-side";
import { FirstMessage } from "./first-message";
import { Patch } from "./patch";

type AssistantBodyProps = {
  id: string;
  answer: Answer<OutputOf<typeof getAssistant>>;
  numbers: ReturnType<typeof useAllNumbers>;
  saved: SavedRecord | undefined;
};

export function AssistantBody({ id, answer, numbers, saved }: AssistantBodyProps) {
  const { value, drift, raw } = answer;
  const unlisted = unlistedIn(unwrapped(raw), assistant.fields);
  const count = numbers.numbers.filter(({ assistant_id }) => assistant_id === id).length;
  return (
    <>
      <Patch id={id} assistant={value.data} numbers={numbers} />
      <div className="bays say fill">
        <div>
          <FirstMessage assistant={value.data} />
          {drift.length > 0 && (
            <section className="bay sub-bay" aria-label="Differences from the API contract">
              <DriftNotice drift={drift} />
            </section>
          )}
          {unlisted && (
            <Bay title="Also sent" note="Fields the API contract does not list" className="sub-bay" flush>
              <RecordView value={unlisted} label="Fields not in the contract" isTight isBare />
            </Bay>
          )}
        </div>
        <AssistantSide id={id} assistant={value.data} count={count} isAll={numbers.isAll} saved={saved} />
      </div>
    </>
  );
}
