"use client";

import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlay/dialog";

export function SignOutQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog
      title="Sign out and lose the contact list?"
      alert
      onClose={onStay}
      footer={
        <>
          <Button data-first-focus onClick={onStay}>
            Stay
          </Button>
          <Button variant="stop" onClick={onLeave}>
            Sign out
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        A list that was not sent is kept in this browser with all you decided and typed. It goes when you sign out: no
        contact stays behind.
      </p>
    </Dialog>
  );
}
