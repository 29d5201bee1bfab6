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
        This browser keeps an unsent list with your changes. Signing out deletes it, so no contacts stay behind.
      </p>
    </Dialog>
  );
}
