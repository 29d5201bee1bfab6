"use client";

import { type RefObject, useEffect, useState } from "react";
import { useMe } from "@/components/query/use-me";
import { RecordHead, RecordOutcome } from "@/components/record/record-head";
import { RecordView } from "@/components/record/record-view";
import { AnswersList } from "@/components/send/answers-list";
import { baysClass } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import { titleOf } from "@/lib/contract/record-title";
import { type LastTool, LiveTool } from "./live-tool";

export function ToolScreen({ tool_id }: { tool_id: string }) {
  const [last, setLast] = useState<LastTool>();
  if (last) return <DeletedTool tool_id={tool_id} last={last} />;
  return <LiveTool tool_id={tool_id} onDeleted={setLast} />;
}

/** The page of a tool after it was deleted from here: what it was, to read and to copy, and never read again. */
function DeletedTool({ tool_id, last }: { tool_id: string; last: LastTool }) {
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
      <RecordOutcome
        title={
          <>
            Deleted <TimeText at={at} variant="clock" zoned /> by {me.name}
          </>
        }
      >
        {answer ? (
          <>
            Below is the record as it was last read, <TimeText at={answer.readAt} zoned />. It is gone from this page
            once you leave.
          </>
        ) : (
          "The record was not read before it was deleted."
        )}
      </RecordOutcome>
      <div className={`flex-1 ${baysClass({ columns: "beside" })}`}>
        <div className={pastClass}>
          {answer && (
            <section aria-label="Last record">
              <div className="px-(--gutter) pt-3.5">
                <h2 className="text-md font-semibold tracking-[-0.004em]">Last record</h2>
              </div>
              <RecordView value={answer.value.data} label="Deleted tool" isTight />
            </section>
          )}
        </div>
        <div className="[&>*+*]:border-t [&>*+*]:border-rule">
          <AnswersList resource="tools" target={tool_id} empty="Nothing was sent from here about this tool." />
        </div>
      </div>
    </>
  );
}

/** What is no longer so, in the ink of what is beside the point. */
const pastClass =
  "**:data-[slot=record]:text-ink-3 **:data-[slot=record]:[--ink-2:var(--ink-3)] **:data-[slot=record]:[--ink:var(--ink-3)]";

/** What had focus is gone and something else stands in its place: its heading takes the focus, or else the page's. */
function useArrivalFocus(heading?: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const at = document.activeElement;
    if (at !== null && at !== document.body) return;
    const target = heading?.current ?? document.querySelector<HTMLElement>("h1");
    target?.focus();
  }, [heading]);
}
