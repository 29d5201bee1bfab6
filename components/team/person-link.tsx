"use client";

import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { linkHours } from "@/lib/contract/console/password";
import { calledOf, type makePersonLink } from "@/lib/contract/console/team";
import type { OutputOf } from "@/lib/contract/operation";

export type NewLink = OutputOf<typeof makePersonLink>;

type PersonLinkProps = { newLink: NewLink; onClose: () => void };

/** Shows a new link. It cannot be shown again. */
export function PersonLink({ newLink: { member, link, mailed }, onClose }: PersonLinkProps) {
  const isInvited = member.state === "invited";
  const footer = (
    <Button variant="primary" onClick={onClose}>
      Done
    </Button>
  );
  return (
    <Dialog
      title={isInvited ? `Invitation for ${calledOf(member)}` : `Reset link for ${calledOf(member)}`}
      footer={footer}
    >
      <p className="text-ink-2">
        {mailed ? `It was mailed to ${member.email}. You can also send it yourself.` : sendIt}
      </p>
      <p className="my-3.5 flex min-w-0 items-start gap-2">
        <code className="min-w-0 flex-1 rounded-2 bg-well px-2 py-1 text-sm/[18px] wrap-anywhere select-all" data-link>
          {link}
        </code>
        <CopyButton text={link} name="the link" data-first-focus>
          Copy
        </CopyButton>
      </p>
      {mailed === false && (
        <p className="mb-2 text-fault-ink" role="alert">
          It could not be mailed: send it yourself.
        </p>
      )}
      <p className="text-sm/[17px] text-ink-3">
        It works once, for {linkHours} hours, and is shown only now. {isInvited ? invitation : reset}
      </p>
    </Dialog>
  );
}

const sendIt = "Copy it and send it to them privately.";
const invitation = "They are listed as invited until they use it.";
const reset = "Their current password works until they use it; then they are signed out everywhere else.";
