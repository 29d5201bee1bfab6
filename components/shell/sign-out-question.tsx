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
        This browser has a list with your changes that is not uploaded yet. Signing out deletes it, so that no contacts
        remain here.
      </p>
    </Dialog>
  );
}
