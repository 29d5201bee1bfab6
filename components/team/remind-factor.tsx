import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ShownSecret } from "@/components/send/shown-once-dialog";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { Dialog } from "@/components/ui/overlay/dialog";
import { write } from "@/lib/client/query";
import { calledOf, type Member, remindFactorOf } from "@/lib/contract/console/people/team";

/** Reminds a person of a required second factor: by email, or with a text to send. */
export function RemindFactor({ member, onClose }: { member: Member; onClose: () => void }) {
  const [text, setText] = useState<string>();
  const [isMailed, setIsMailed] = useState(false);
  const name = calledOf(member);
  const remind = useMutation({
    ...write(remindFactorOf),
    onSuccess: ({ value }) => {
      setText(value.text);
      setIsMailed(value.mailed === true);
    },
  });
  if (text !== undefined)
    return (
      <Dialog
        title={isMailed ? `${name} was reminded` : `Send this to ${name}`}
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
        onClose={onClose}
      >
        <p className="text-ink-2">
          {isMailed
            ? `It was mailed to ${member.email}. You can also send it yourself.`
            : "Copy it into a message. It contains no secret."}
        </p>
        <ShownSecret secret={text} name="the reminder" hasFirstFocus />
      </Dialog>
    );
  return (
    <ConfirmDialog
      question={`Remind ${name} to set up a second factor?`}
      confirmLabel="Remind"
      stop={false}
      isSending={remind.isPending}
      error={remind.error?.message}
      onConfirm={() => remind.mutate({ user_id: member.id })}
      onClose={onClose}
    >
      They set it up at their next sign-in. The reminder says that you ask, and where to sign in. It is mailed if a mail
      server is set, at most once an hour.
    </ConfirmDialog>
  );
}
