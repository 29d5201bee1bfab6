import { StayQuestion } from "@/components/ui/overlay/stay-question";

export function SignOutQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <StayQuestion
      title="Sign out and lose the contact list?"
      confirmLabel="Sign out"
      onConfirm={onLeave}
      onClose={onStay}
    >
      This browser has a list with your changes that is not uploaded yet. Signing out deletes it, so that no contacts
      remain here.
    </StayQuestion>
  );
}
