"use client";

import { Bay } from "@/components/ui/bay";
import { DriftNotice } from "@/components/ui/drift-notice";
import { RecordView } from "@/components/ui/record-view";
import { unlistedIn } from "@/components/ui/unlisted-in";
import type { useAllNumbers } from "@/components/ui/use-all-numbers";
import type { Answer } from "@/lib/client/answer";
import { assistant, type getAssistant } from "@/lib/contract/assistants";
import { unwrapped } from "@/lib/contract/fields";
import type { OutputOf } from "@/lib/contract/operation";
import type { SavedRecord } from "@/lib/contract/saved";
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
