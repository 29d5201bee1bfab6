"use client";

import { SendControl } from "@/components/send/send-control";
import { useAsk } from "@/components/send/use-ask";
import type { Send } from "@/components/send/use-send";
import { Button } from "@/components/ui/button";
import { typeToConfirm } from "@/components/ui/type-to-confirm";

type DeleteToolProps = { send: Send; tool_id: string; name: string | null | undefined };

/** `?ask=delete` opens the question. */
export function DeleteTool({ send, tool_id, name }: DeleteToolProps) {
  const question = useAsk("delete");
  return (
    <>
      {send.off && <span className="off-note">{send.off}</span>}
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
