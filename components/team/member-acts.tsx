"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { roleName } from "@/components/query/who-can";
import { Button } from "@/components/ui/buttons/button";
import { SelectField } from "@/components/ui/fields/select-field";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { useToast } from "@/components/ui/overlay/toast";
import { write } from "@/lib/client/query";
import { changeRole, changeState, type Member, removeMember, resetPassword } from "@/lib/contract/console/team";
import { type Role, roles } from "@/lib/contract/operation";
import type { NewPassword } from "./add-person";

export type MemberActsProps = {
  member: Member;
  isMe: boolean;
  onMade: (made: NewPassword) => void;
  onClose: () => void;
};

const endsSessions = "Their sessions end at once.";

/** What an admin may do about a person. Each asks first, and names the request it sends. */
export function MemberActs({ member, isMe, onMade, onClose }: MemberActsProps) {
  const toast = useToast();
  const [asked, setAsked] = useState<"role" | "state" | "password" | "removal">();
  const done = () => setAsked(undefined);
  const user_id = member.id;
  const isDisabled = member.state === "disabled";

  const state = useMutation({
    ...write(changeState),
    onSuccess: ({ value }) => {
      done();
      toast({ title: value.message });
    },
  });
  const password = useMutation({
    ...write(resetPassword),
    onSuccess: ({ value }) => {
      done();
      onMade({ name: value.member.name, password: value.first_password, isNew: false });
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
        <Button aria-haspopup="dialog" onClick={() => setAsked("role")}>
          Change role…
        </Button>
        <Button aria-haspopup="dialog" onClick={() => setAsked("password")}>
          Set a first password…
        </Button>
        <Button aria-haspopup="dialog" onClick={() => setAsked("state")}>
          {isDisabled ? "Let in again…" : "Disable…"}
        </Button>
        <Button variant="stop" aria-haspopup="dialog" onClick={() => setAsked("removal")}>
          Remove…
        </Button>
      </div>
      {asked === "role" && <ChangeRole member={member} isMe={isMe} onClose={done} />}
      {asked === "state" && (
        <ConfirmDialog
          question={isDisabled ? `Let ${member.name} in again?` : `Disable ${member.name}?`}
          sends={`POST /console/team/${user_id}/state`}
          confirmLabel={isDisabled ? "Let in again" : "Disable"}
          keepLabel="Leave as it is"
          stop={!isDisabled}
          isSending={state.isPending}
          error={state.error?.message}
          onConfirm={() => state.mutate({ user_id, state: isDisabled ? "active" : "disabled" })}
          onClose={done}
        >
          {isDisabled ? "They can sign in with the password they had." : `They cannot sign in. ${endsSessions}`}
        </ConfirmDialog>
      )}
      {asked === "password" && (
        <ConfirmDialog
          question={`Set a first password for ${member.name}?`}
          sends={`POST /console/team/${user_id}/password`}
          confirmLabel="Set a first password"
          keepLabel="Keep the present one"
          isSending={password.isPending}
          error={password.error?.message}
          onConfirm={() => password.mutate({ user_id })}
          onClose={done}
        >
          The present password stops working. {endsSessions} The new one is shown once, and they replace it at sign-in.
        </ConfirmDialog>
      )}
      {asked === "removal" && (
        <ConfirmDialog
          question={isMe ? "Remove yourself?" : `Remove ${member.name}?`}
          sends={`DELETE /console/team/${user_id}`}
          confirmLabel="Remove"
          keepLabel="Keep"
          isSending={removal.isPending}
          error={removal.error?.message}
          onConfirm={() => removal.mutate({ user_id })}
          onClose={done}
        >
          {endsSessions} What they did stays in the audit log under their name.
        </ConfirmDialog>
      )}
    </section>
  );
}

function ChangeRole({ member, isMe, onClose }: { member: Member; isMe: boolean; onClose: () => void }) {
  const toast = useToast();
  const others = roles.filter((role) => role !== member.role);
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
      question={isMe ? "Change your own role?" : `Change ${member.name}'s role?`}
      sends={`POST /console/team/${member.id}/role`}
      facts={[["Now", roleName(member.role)]]}
      confirmLabel={role ? `Make ${roleName(role).toLowerCase()}` : "Change role"}
      isReady={role !== undefined}
      keepLabel="Leave as it is"
      stop={false}
      isSending={change.isPending}
      error={change.error?.message}
      onConfirm={() => role && change.mutate({ user_id: member.id, role })}
      onClose={onClose}
    >
      <p>Their sessions end at once: they sign in again, as what they are then.</p>
      <SelectField
        label="New role"
        className="mt-1"
        value={role ?? ""}
        onChange={(event) => setRole(others.find((each) => each === event.target.value))}
      >
        <option value="">Choose</option>
        {others.map((each) => (
          <option key={each} value={each}>
            {roleName(each)}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  );
}
