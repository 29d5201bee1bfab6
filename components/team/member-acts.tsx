import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { roleName } from "@/components/query/who-can";
import { MemberNameDialog } from "@/components/send/name-dialog";
import { useFormSend } from "@/components/send/use-send-fault";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { read, write } from "@/lib/client/query";
import {
  calledOf,
  changeRole,
  changeState,
  getLeftBehind,
  type Member,
  makePersonLink,
  removeMember,
  turnOffFactorOf,
} from "@/lib/contract/console/people/team";
import { type Role, roles } from "@/lib/contract/operation";
import { useLeftBehind } from "./left-behind";
import type { NewLink } from "./person-link";
import { RemindFactor } from "./remind-factor";
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
  const [openDialog, setOpenDialog] = useState<
    "name" | "role" | "state" | "link" | "factor" | "reminder" | "removal"
  >();
  const dialog = { member, isMe, onClose: () => setOpenDialog(undefined) };
  const isDisabled = member.state === "disabled";
  // Read before a dialog asks about it, so that the dialog does not wait.
  useQuery(read(getLeftBehind, { user_id: member.id }));

  return (
    <section>
      <div className="grid justify-items-start gap-2">
        {member.lacks_second_factor && (
          <Button aria-haspopup="dialog" onClick={() => setOpenDialog("reminder")}>
            Remind of second factor…
          </Button>
        )}
        <Button aria-haspopup="dialog" onClick={() => setOpenDialog("name")}>
          Correct name…
        </Button>
        {!isLastAdmin && (
          <Button aria-haspopup="dialog" disabled={member.role_set_by !== null} onClick={() => setOpenDialog("role")}>
            Change role…
          </Button>
        )}
        {member.role_set_by && (
          <p className="text-sm/[17px] text-ink-3">
            The role is set by {member.role_set_by} at each sign-in. Change it there.
          </p>
        )}
        {!isDisabled && (
          <Button aria-haspopup="dialog" onClick={() => setOpenDialog("link")}>
            {member.state === "invited" ? "Make a new invitation link…" : "Reset password…"}
          </Button>
        )}
        {member.has_second_factor && !isMe && (
          <Button aria-haspopup="dialog" onClick={() => setOpenDialog("factor")}>
            Turn off second factor…
          </Button>
        )}
        {isLastAdmin ? (
          <p className="text-sm/[17px] text-ink-3">
            {isMe ? "You are" : `${calledOf(member)} is`} the only admin. Make somebody else an admin first to change
            the role, disable or remove {isMe ? "yourself" : "them"}.
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
      {openDialog === "name" && <MemberNameDialog {...dialog} />}
      {openDialog === "reminder" && <RemindFactor {...dialog} />}
      {openDialog === "role" && <ChangeRole {...dialog} />}
      {openDialog === "state" && <ChangeState {...dialog} />}
      {openDialog === "link" && <MakeLink {...dialog} onLink={onLink} />}
      {openDialog === "factor" && <TurnOffFactor {...dialog} />}
      {openDialog === "removal" && <RemoveMember {...dialog} onRemoved={onClose} />}
    </section>
  );
}

type MemberDialogProps = Pick<MemberActsProps, "member" | "isMe" | "onClose">;

/** Disables an enabled person, and the other way around. */
function ChangeState({ member, isMe, onClose }: MemberDialogProps) {
  const change = useFormSend(changeState, onClose);
  const isDisabled = member.state === "disabled";
  const verb = isDisabled ? "Enable" : "Disable";
  const { list, handOver, isReady } = useLeftBehind(member, { isOff: isDisabled });
  return (
    <ConfirmDialog
      question={`${verb} ${isMe ? "yourself" : calledOf(member)}?`}
      confirmLabel={verb}
      stop={!isDisabled}
      isReady={isReady}
      isSending={change.isPending}
      error={change.error?.message}
      onConfirm={() =>
        change.mutate({ user_id: member.id, state: isDisabled ? "active" : "disabled", hand_over: handOver })
      }
      onClose={onClose}
    >
      {isDisabled
        ? "They can sign in with their old password. Anyone without one needs a new invitation link."
        : `${isMe ? "You" : "They"} can no longer sign in, and ${isMe ? "your" : "their"} link stops working. ${sessionsEnd(isMe)}`}
      {list}
    </ConfirmDialog>
  );
}

const sessionsEnd = (isMe: boolean) => `${isMe ? "You are" : "They are"} signed out at once.`;

function TurnOffFactor({ member, onClose }: MemberDialogProps) {
  const turnOff = useFormSend(turnOffFactorOf, onClose);
  return (
    <ConfirmDialog
      question={`Turn off the second factor of ${calledOf(member)}?`}
      confirmLabel="Turn off"
      isSending={turnOff.isPending}
      error={turnOff.error?.message}
      onConfirm={() => turnOff.mutate({ user_id: member.id })}
      onClose={onClose}
    >
      Do this if their phone and recovery codes are lost, and you are sure that it is them who ask. {sessionsEnd(false)}{" "}
      Until they set it up again, the password is enough.
    </ConfirmDialog>
  );
}

function MakeLink({ member, onLink, onClose }: MemberDialogProps & Pick<MemberActsProps, "onLink">) {
  const isInvited = member.state === "invited";
  const name = calledOf(member);
  const link = useMutation({
    ...write(makePersonLink),
    onSuccess: ({ value }) => {
      onClose();
      onLink(value);
    },
  });
  return (
    <ConfirmDialog
      question={isInvited ? `Make a new invitation link for ${name}?` : `Reset ${name}'s password?`}
      confirmLabel="Make the link"
      stop={false}
      isSending={link.isPending}
      error={link.error?.message}
      onConfirm={() => link.mutate({ user_id: member.id })}
      onClose={onClose}
    >
      {isInvited
        ? "The previous link stops working."
        : "They set a new password with a link. Until then, their password works and they stay signed in."}
    </ConfirmDialog>
  );
}

function RemoveMember({ member, isMe, onRemoved, onClose }: MemberDialogProps & { onRemoved: () => void }) {
  const removal = useFormSend(removeMember, onRemoved);
  const { list, handOver, isReady } = useLeftBehind(member);
  return (
    <ConfirmDialog
      question={isMe ? "Remove yourself?" : `Remove ${calledOf(member)}?`}
      confirmLabel="Remove"
      isReady={isReady}
      isSending={removal.isPending}
      error={removal.error?.message}
      onConfirm={() => removal.mutate({ user_id: member.id, hand_over: handOver })}
      onClose={onClose}
    >
      {sessionsEnd(isMe)} What {isMe ? "you" : "they"} did stays in the audit log under {isMe ? "your" : "their"} name.
      {list}
    </ConfirmDialog>
  );
}

function ChangeRole({ member, isMe, onClose }: MemberDialogProps) {
  const [role, setRole] = useState<Role>();
  const change = useFormSend(changeRole, onClose);
  const { list, handOver, isReady } = useLeftBehind(member, { next: role, isOff: role === undefined });

  return (
    <ConfirmDialog
      question={isMe ? "Change your own role?" : `Change ${calledOf(member)}'s role?`}
      facts={[["Now", roleName(member.role)]]}
      confirmLabel={role ? `Make ${roleName(role).toLowerCase()}` : "Change role"}
      isReady={role !== undefined && isReady}
      stop={false}
      isSending={change.isPending}
      error={change.error?.message}
      onConfirm={() => role && change.mutate({ user_id: member.id, role, hand_over: handOver })}
      onClose={onClose}
    >
      <p>{sessionsEnd(isMe)} The new role applies from the next sign-in.</p>
      <RoleChoice
        legend="New role"
        className="mt-3"
        name="role"
        without={member.role}
        onChange={(event) => setRole(roles.find((option) => option === event.target.value))}
      />
      {list}
    </ConfirmDialog>
  );
}
