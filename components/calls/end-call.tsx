"use client";

import { SendControl } from "@/components/send/send-control";
import { useAsk } from "@/components/send/use-ask";
import type { Send } from "@/components/send/use-send";
import { Button } from "@/components/ui/button";

type EndCallProps = { send: Send; call_id: string; status: unknown };

/** Stays even when the record says the call has ended: the record may be behind. `?ask=end` opens the question. */
export function EndCall({ send, call_id, status }: EndCallProps) {
  const question = useAsk("end");

  return (
    <>
      {(send.off || status === "ended") && <span className="off-note">{send.off ?? "The record says ended."}</span>}
      <SendControl
        send={send}
        ask={{
          by: "typing",
          question: "End this call?",
          body: "The API sets it to ended. Its contract shows no way to bring a call back.",
          type: { text: "end", label: "Type “end” to confirm" },
          facts: [
            [
              "Call",
              <span key="call" className="mono">
                {call_id}
              </span>,
            ],
          ],
          confirmLabel: "End the call",
          keepLabel: "Leave it running",
        }}
        {...question}
      >
        {(on) => (
          <Button {...on} variant="stop" icon="cancel" isSending={send.isSending}>
            End call…
          </Button>
        )}
      </SendControl>
    </>
  );
}
