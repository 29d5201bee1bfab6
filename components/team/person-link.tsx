import { ShownOnceDialog } from "@/components/send/shown-once-dialog";
import { linkHours } from "@/lib/contract/console/people/password";
import { calledOf, type makePersonLink } from "@/lib/contract/console/people/team";
import type { OutputOf } from "@/lib/contract/operation";

export type NewLink = OutputOf<typeof makePersonLink>;

type PersonLinkProps = { newLink: NewLink; onClose: () => void };

export function PersonLink({ newLink: { member, link, mailed }, onClose }: PersonLinkProps) {
  const isInvited = member.state === "invited";
  return (
    <ShownOnceDialog
      title={`${isInvited ? "Invitation" : "Reset link"} for ${calledOf(member)}`}
      lead={mailed ? `It was mailed to ${member.email}. You can also send it yourself.` : sendIt(calledOf(member))}
      secret={link}
      name="the link"
      onClose={onClose}
    >
      {mailed === false && (
        <p className="mt-3.5 text-fault-ink" role="alert">
          It could not be mailed: send it yourself.
        </p>
      )}
      <p className="mt-3.5 text-sm/[17px] text-ink-3">
        It works once, for {linkHours} hours, and is shown only now. {isInvited ? invitation : reset}
      </p>
    </ShownOnceDialog>
  );
}

const sendIt = (name: string) => `Send this link to ${name} only. Anyone who has it can sign in as ${name}.`;
const invitation = "They are listed as invited until they use it.";
const reset = "Their current password works until they use it; then they are signed out everywhere else.";
