"use client";

import { Button } from "@/components/ui/button";
import { SendControl } from "@/components/ui/send-control";
import { useAsk } from "@/components/ui/use-ask";
import type { Send } from "@/components/ui/use-send";

/** `?ask=delete` opens the question. */
export function DeleteTool({ send, tool_id }: { send: Send; tool_id: string }) {
  const question = useAsk("delete");
  return (
    <>
      {send.off && <span className="off-note">{send.off}</span>}
      <SendControl
        send={send}
        ask={{
          by: "typing",
          question: "Delete this tool?",
          body: "Its contract shows no call to bring a tool back, and does not say what becomes of assistants or workflows that use it.",
          type: tool_id,
          facts: [
            [
              "Tool",
              <span key="tool" className="mono">
                {tool_id}
              </span>,
            ],
          ],
          confirmLabel: "Delete the tool",
          keepLabel: "Keep it",
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
