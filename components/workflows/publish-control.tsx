"use client";

import { useState } from "react";
import { SendControl } from "@/components/send/send-control";
import type { Send } from "@/components/send/use-send";
import { Button } from "@/components/ui/button";
import { useKeys } from "@/components/ui/use-keys";

export function PublishControl({ send }: { send: Send }) {
  const [isAsking, setIsAsking] = useState(false);
  useKeys({ P: () => setIsAsking(true) });

  return (
    <>
      {send.off && <span className="off-note">{send.off}</span>}
      <SendControl
        send={send}
        ask={{
          by: "question",
          question: "Publish this workflow now?",
          body: "The API answers with a version number.",
          confirmLabel: "Publish",
        }}
        open={isAsking}
        onOpenChange={setIsAsking}
      >
        {(off) => (
          <Button {...off} variant="primary" {...(send.off ? {} : { shortcut: "P" })} isSending={send.isSending}>
            Publish…
          </Button>
        )}
      </SendControl>
    </>
  );
}
