"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { roleName } from "@/components/query/who-can";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { useToast } from "@/components/ui/overlay/toast";
import { write } from "@/lib/client/query";
import {
  calledOf,
  changeRole,
  changeState,
  type Member,
  makePersonLink,
  removeMember,
} from "@/lib/contract/console/team";
import { type Role, roles } from "@/lib/contract/operation";
import type { NewLink } from "./person-link";
import { PlannedBy } from "./planned-by";
import { RoleChoice } from "./role-choice";

export type MemberActsProps = {
  member: Member;
  isMe: boolean;
  /** The server rejects removing, disabling or demoting the last admin. */
  isLastAdmin: boolean;
  onLink: (link: NewLink) => void;
  onClose: () => void;
};

/** Actions of an admin on a person. Each has a confirmation that shows its request. */
export function MemberActs({ member, isMe, isLastAdmin, onLink, onClose }: MemberActsProps) {
  const toast = useToast();
  const [openDialog, setOpenDialog] = useState<"role" | "state" | "link" | "removal">();
  const closeDialog = () => setOpenDialog(undefined);
  const user_id = member.id;
  const isDisabled = member.state === "disabled";
  const isInvited = member.state === "invited";
  const memberName = calledOf(member);
  const endsSessions = `${isMe ? "Your" : "Their"} sessions end at once.`;

  const state = useMutation({
    ...write(changeState),
    onSuccess: ({ value }) => {
      closeDialog();
      toast({ title: value.message });
    },
  });
  const link = useMutation({
    ...write(makePersonLink),
    onSuccess: ({ value }) => {
      closeDialog();
      onLink(value);
    },
  });
  const removal = useMutation({
    ...write(removeMember),
    onSuccess: ({ value }) => {
      onClose();
      toast({ title: value.message });
    },
  });

  return (
    <section>
      <div className="grid justify-items-start gap-2">
        {!isLastAdmin && (
          <Button aria-haspopup="dialog" onClick={() => setOpenDialog("role")}>
            Change role…
          </Button>
        )}
        {!isDisabled && (
          <Button aria-haspopup="dialog" onClick={() => setOpenDialog("link")}>
            {isInvited ? "Make a new invitation link…" : "Reset password…"}
          </Button>
        )}
        {isLastAdmin ? (
          <p className="text-sm/[17px] text-ink-3">
            {isMe ? "You are" : `${memberName} is`} the only admin. Make somebody else an admin first to change the
            role, disable or remove {isMe ? "yourself" : "them"}.
          </p>
        ) : (
          <>
            <Button aria-haspopup="dialog" onClick={() => setOpenDialog("state")}>
              {isDisabled ? "Enable…" : "Disable…"}
            </Button>
            <Button variant="stop" aria-haspopup="dialog" onClick={() => setOpenDialog("removal")}>
              Remove…
            </Button>
          </>
        )}
      </div>
      {openDialog === "role" && <ChangeRole member={member} isMe={isMe} onClose={closeDialog} />}
      {openDialog === "state" && (
        <ConfirmDialog
          question={`${isDisabled ? "Enable" : "Disable"} ${isMe ? "yourself" : memberName}?`}
          sends={`POST /console/team/${user_id}/state`}
          confirmLabel={isDisabled ? "Enable" : "Disable"}
          stop={!isDisabled}
          isSending={state.isPending}
          error={state.error?.message}
          onConfirm={() => state.mutate({ user_id, state: isDisabled ? "active" : "disabled" })}
          onClose={closeDialog}
        >
          {isDisabled
            ? "They can sign in with their old password. Anyone without one needs a new invitation link."
            : `${isMe ? "You" : "They"} can no longer sign in, and ${isMe ? "your" : "their"} link stops working. ${endsSessions}`}
          {!isDisabled && <PlannedBy member={member} />}
        </ConfirmDialog>
      )}
      {openDialog === "link" && (
        <ConfirmDialog
          question={isInvited ? `Make a new invitation link for ${memberName}?` : `Reset ${memberName}'s password?`}
          sends={`POST /console/team/${user_id}/link`}
          confirmLabel="Make the link"
          stop={false}
          isSending={link.isPending}
          error={link.error?.message}
          onConfirm={() => link.mutate({ user_id })}
          onClose={closeDialog}
        >
          {isInvited
            ? "The previous link stops working."
            : "They set a new password with a link. Until then, their password and sessions keep working."}
        </ConfirmDialog>
      )}
      {openDialog === "removal" && (
        <ConfirmDialog
          question={isMe ? "Remove yourself?" : `Remove ${memberName}?`}
          sends={`DELETE /console/team/${user_id}`}
          confirmLabel="Remove"
          isSending={removal.isPending}
          error={removal.error?.message}
          onConfirm={() => removal.mutate({ user_id })}
          onClose={closeDialog}
        >
          {endsSessions} What {isMe ? "you" : "they"} did stays in the audit log under {isMe ? "your" : "their"} name.
          <PlannedBy member={member} />
        </ConfirmDialog>
      )}
    </section>
  );
}

function ChangeRole({ member, isMe, onClose }: { member: Member; isMe: boolean; onClose: () => void }) {
  const toast = useToast();
  const [role, setRole] = useState<Role>();
  const change = useMutation({
    ...write(changeRole),
    onSuccess: ({ value }) => {
      onClose();
      toast({ title: value.message });
    },
  });

  return (
    <ConfirmDialog
      question={isMe ? "Change your own role?" : `Change ${calledOf(member)}'s role?`}
      sends={`POST /console/team/${member.id}/role`}
      facts={[["Now", roleName(member.role)]]}
      confirmLabel={role ? `Make ${roleName(role).toLowerCase()}` : "Change role"}
      isReady={role !== undefined}
      stop={false}
      isSending={change.isPending}
      error={change.error?.message}
      onConfirm={() => role && change.mutate({ user_id: member.id, role })}
      onClose={onClose}
    >
      <p>{isMe ? "Your" : "Their"} sessions end at once; the new role holds from the next sign-in.</p>
      <RoleChoice
        legend="New role"
        className="mt-3"
        name="role"
        without={member.role}
        onChange={(event) => setRole(roles.find((option) => option === event.target.value))}
      />
      {role && <PlannedBy member={member} next={role} />}
    </ConfirmDialog>
  );
}
