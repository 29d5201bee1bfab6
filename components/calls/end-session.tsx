import { useState } from "react";
import { SendFault } from "@/components/send/send-fault";
import { type Send, useSend } from "@/components/send/use-send";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { endSession } from "@/lib/contract/api/sessions";
import { isUuid } from "@/lib/contract/identifier";

type EndSessionDialogProps = { session_id: string; send: Send; question: string; onClose: () => void };

/** Asks before a session is ended, which takes a typed word. */
export function EndSessionDialog({ session_id, send, question, onClose }: EndSessionDialogProps) {
  return (
    <ConfirmDialog
      question={question}
      off={send.off}
      facts={[["Session", <code key="session">{session_id}</code>]]}
      typeToConfirm={{ text: "end", label: "Type “end” to confirm" }}
      confirmLabel="End session"
      onClose={onClose}
      onConfirm={send.send}
    >
      This also ends the call it belongs to. It cannot be undone, and the platform cannot show the session.{" "}
      {!isUuid(session_id) && "Check the ID: the platform’s session IDs are UUIDs, and this one is not."}
    </ConfirmDialog>
  );
}

/** The question about a session that an address names. A failure stays until it is dismissed. */
export function EndSessionById({ session_id, onClose }: { session_id: string; onClose: () => void }) {
  const [isSent, setIsSent] = useState(false);
  const end = useSend(
    endSession,
    { session_id },
    { what: "End session", doneMessage: "The session was ended", onAnswer: onClose },
  );
  const send = () => {
    setIsSent(true);
    end.send();
  };
  if (end.error) return <SendFault error={end.error} what="End session" onDismiss={onClose} />;
  if (isSent) return null;
  return (
    <EndSessionDialog session_id={session_id} send={{ ...end, send }} question="End this session?" onClose={onClose} />
  );
}
