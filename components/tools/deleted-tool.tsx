"use client";

import { useMe } from "@/components/query/use-me";
import { RecordHead } from "@/components/record/record-head";
import { RecordView } from "@/components/record/record-view";
import { AnswersList } from "@/components/send/answers-list";
import { TimeText } from "@/components/ui/time-text";
import { useArrivalFocus } from "@/components/ui/use-arrival-focus";
import { titleOf } from "@/lib/contract/record-title";
import type { LastTool } from "./tool-screen";

/** The page of a tool after it was deleted from here: what it was, to read and to copy, and never read again. */
export function DeletedTool({ tool_id, last }: { tool_id: string; last: LastTool }) {
  const me = useMe();
  useArrivalFocus();
  const { answer, at } = last;

  return (
    <>
      <RecordHead
        resource="tools"
        id={tool_id}
        record={answer && { name: titleOf(answer.value.data) }}
        crumbs={[{ label: "Tools", href: "/tools" }]}
      />
      <div className="said">
        <p className="fig" role="status">
          Deleted <TimeText at={at} variant="clock" zoned /> by {me.name}
        </p>
        <p className="note">
          {answer ? (
            <>
              Below is the record as it was last read, <TimeText at={answer.readAt} zoned />. It is gone from this page
              once you leave.
            </>
          ) : (
            "The record was not read before it was deleted."
          )}
        </p>
      </div>
      <div className="bays cmp fill">
        <div className="was">
          {answer && (
            <section aria-label="Last record">
              <div className="rec-h">
                <h2 className="h2">Last record</h2>
              </div>
              <RecordView value={answer.value.data} label="Deleted tool" isTight />
            </section>
          )}
        </div>
        <div className="side">
          <AnswersList resource="tools" target={tool_id} empty="Nothing was sent from here about this tool." />
        </div>
      </div>
    </>
  );
}
