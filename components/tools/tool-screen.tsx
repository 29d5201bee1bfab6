"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isNotFound } from "@/components/query/query-view";
import { useMe } from "@/components/query/use-me";
import { useSaved } from "@/components/query/use-saved";
import { DeleteWarning } from "@/components/record/delete-warning";
import { Notes } from "@/components/record/notes";
import { RecentChanges } from "@/components/record/recent-changes";
import { RecordBody } from "@/components/record/record-body";
import { nameOf, RecordHead, RecordOutcome } from "@/components/record/record-head";
import { RecordView } from "@/components/record/record-view";
import { UsedBy } from "@/components/record/used-by";
import { AnswersList } from "@/components/send/answers-list";
import { SendControl, useAsk } from "@/components/send/send-control";
import { SendFault } from "@/components/send/send-fault";
import { type Send, useSend } from "@/components/send/use-send";
import { Button } from "@/components/ui/buttons/button";
import { typeToConfirm } from "@/components/ui/overlay/type-to-confirm";
import { sectionsClass } from "@/components/ui/page/section";
import { TimeText } from "@/components/ui/time/time-text";
import type { Answer } from "@/lib/client/answer";
import { read } from "@/lib/client/query";
import { deleteTool, getTool } from "@/lib/contract/api/tools";
import { knownName } from "@/lib/contract/console/saved";
import { titleOf } from "@/lib/contract/fields";
import type { OutputOf } from "@/lib/contract/operation";
import { describesItself, readTool } from "@/lib/contract/shapes/tool";
import { ToolSummary } from "./tool-summary";

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
        untitled="Tool"
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
            Below is the record as it was last loaded, <TimeText at={answer.readAt} zoned />. It is gone from this page
            once you leave.
          </>
        ) : (
          "The record was not loaded before it was deleted."
        )}
      </RecordOutcome>
      <div className={`flex-1 ${sectionsClass({ columns: "beside" })}`}>
        <div className={pastClass}>
          {answer && (
            <section aria-label="Last record">
              <div className="px-(--gutter) pt-3.5">
                <h2 className="text-md font-semibold tracking-[-0.004em]">Last record</h2>
              </div>
              <RecordView value={answer.value.data} label="Deleted tool" />
            </section>
          )}
        </div>
        <div className="[&>*+*]:border-t [&>*+*]:border-rule">
          <UsedBy resource="tools" id={tool_id} />
          <AnswersList resource="tools" target={tool_id} title="Activity" />
        </div>
      </div>
    </>
  );
}

const pastClass =
  "**:data-[slot=record]:text-ink-3 **:data-[slot=record]:[--ink-2:var(--ink-3)] **:data-[slot=record]:[--ink:var(--ink-3)]";

function useArrivalFocus() {
  useEffect(() => {
    const at = document.activeElement;
    if (at !== null && at !== document.body) return;
    document.querySelector<HTMLElement>("h1")?.focus();
  }, []);
}

type LastTool = { answer: Answer<OutputOf<typeof getTool>> | undefined; at: string };

type LiveToolProps = { tool_id: string; onDeleted: (last: LastTool) => void };

function LiveTool({ tool_id, onDeleted }: LiveToolProps) {
  const tool = useQuery(read(getTool, { tool_id }));
  const saved = useSaved("tools", tool_id);
  const shape = readTool(tool.data?.value.data);
  const isThere = tool.data !== undefined || !isNotFound(tool.error);
  const name = nameOf(tool.data?.value.data) ?? saved?.label;
  const remove = useSend(
    deleteTool,
    { tool_id },
    {
      ...{ what: "Delete tool", name, doneMessage: `${name ?? "The tool"} was deleted` },
      onAnswer: ({ readAt }) => onDeleted({ answer: tool.data, at: readAt }),
    },
  );

  return (
    <>
      <RecordHead
        resource="tools"
        id={tool_id}
        record={tool.data?.value.data}
        label={saved && knownName(saved)}
        untitled="Tool"
        crumbs={[{ label: "Tools", href: "/tools" }]}
        actions={isThere && <DeleteTool send={remove} tool_id={tool_id} name={name} />}
      />
      {remove.error && (
        <SendFault error={remove.error} what="Delete tool" resource="tools" onDismiss={remove.dismiss} />
      )}
      <RecordBody
        query={tool}
        resource="tools"
        noun="tool"
        id={tool_id}
        lead={describesItself(shape) && <ToolSummary tool={shape} />}
      >
        <UsedBy resource="tools" id={tool_id} />
        <AnswersList resource="tools" target={tool_id} title="Activity" />
        <Notes resource="tools" id={tool_id} />
        <RecentChanges resource="tools" id={tool_id} />
      </RecordBody>
    </>
  );
}

type DeleteToolProps = {
  send: Send;
  tool_id: string;
  name: string | null | undefined;
};

function DeleteTool({ send, tool_id, name }: DeleteToolProps) {
  const question = useAsk("delete");
  return (
    <>
      {send.off && <span className="text-sm/5 text-ink-3">{send.off}</span>}
      <SendControl
        send={send}
        ask={{
          question: `Delete ${name ?? "this tool"}?`,
          children: <DeleteWarning tool_id={tool_id} />,
          facts: [["ID", <code key="id">{tool_id}</code>]],
          typeToConfirm: typeToConfirm("tool", tool_id, name),
          confirmLabel: "Delete tool",
          keepLabel: "Keep tool",
        }}
        {...question}
      >
        {(on) => (
          <Button {...on} variant="stop" icon="trash" isSending={send.isSending}>
            Delete tool…
          </Button>
        )}
      </SendControl>
    </>
  );
}
