import { StayQuestion } from "@/components/ui/overlay/stay-question";

export function SignOutQuestion({ onClose, onLeave }: { onClose: () => void; onLeave: () => void }) {
  return (
    <StayQuestion
      title="Sign out and lose the contact list?"
      confirmLabel="Sign out"
      onConfirm={onLeave}
      onClose={onClose}
    >
      This browser has a list with your changes that is not uploaded yet. Signing out deletes it, so that no contacts
      remain here.
    </StayQuestion>
  );
}
