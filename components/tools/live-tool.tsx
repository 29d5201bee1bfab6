"use client";

import { useQuery } from "@tanstack/react-query";
import { isFirstRead, isNotFound } from "@/components/query/query-view";
import { useSaved } from "@/components/query/use-saved";
import { PinButton } from "@/components/record/pin-button";
import { RecordBody } from "@/components/record/record-body";
import { nameOf, RecordHead } from "@/components/record/record-head";
import { AnswersList } from "@/components/send/answers-list";
import { SendControl, useAsk } from "@/components/send/send-control";
import { SendFault } from "@/components/send/send-fault";
import { type Send, useSend } from "@/components/send/use-send";
import { Button } from "@/components/ui/buttons/button";
import { typeToConfirm } from "@/components/ui/overlay/type-to-confirm";
import type { Answer } from "@/lib/client/answer";
import { read } from "@/lib/client/query";
import { deleteTool, getTool } from "@/lib/contract/api/tools";
import type { OutputOf } from "@/lib/contract/operation";

/** What is left of a tool once it is deleted: the last read of it, and when that was. */
export type LastTool = { answer: Answer<OutputOf<typeof getTool>> | undefined; at: string };

type LiveToolProps = { tool_id: string; onDeleted: (last: LastTool) => void };

export function LiveTool({ tool_id, onDeleted }: LiveToolProps) {
  const tool = useQuery(read(getTool, { tool_id }));
  const saved = useSaved("tools", tool_id);
  const isThere = tool.data !== undefined || !isNotFound(tool.error);
  const remove = useSend(
    deleteTool,
    { tool_id },
    { what: "Delete tool", onAnswer: ({ readAt }) => onDeleted({ answer: tool.data, at: readAt }) },
  );

  return (
    <>
      <RecordHead
        resource="tools"
        id={tool_id}
        record={tool.data?.value.data}
        isLoading={isFirstRead(tool)}
        label={saved?.label}
        crumbs={[{ label: "Tools", href: "/tools" }]}
        actions={
          isThere && (
            <>
              <PinButton resource="tools" id={tool_id} isPinned={saved?.pinned ?? false} />
              <DeleteTool send={remove} tool_id={tool_id} name={nameOf(tool.data?.value.data) ?? saved?.label} />
            </>
          )
        }
      />
      {remove.error && (
        <SendFault error={remove.error} what="Delete tool" resource="tools" onDismiss={remove.dismiss} />
      )}
      <RecordBody query={tool} resource="tools" noun="tool" id={tool_id} idLabel="Tool ID">
        <AnswersList resource="tools" target={tool_id} empty="Nothing was sent from here about this tool." />
      </RecordBody>
    </>
  );
}

type DeleteToolProps = { send: Send; tool_id: string; name: string | null | undefined };

/** `?ask=delete` opens the question. */
function DeleteTool({ send, tool_id, name }: DeleteToolProps) {
  const question = useAsk("delete");
  return (
    <>
      {send.off && <span className="text-sm/5 text-ink-3">{send.off}</span>}
      <SendControl
        send={send}
        ask={{
          by: "typing",
          question: `Delete ${name ?? "this tool"}?`,
          body: "The platform has no way to undo this, and does not say what becomes of assistants and workflows that use it.",
          type: typeToConfirm("tool", tool_id, name),
          id: tool_id,
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
