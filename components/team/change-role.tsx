"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { roleName } from "@/components/query/role-name";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { SelectField } from "@/components/ui/select-field";
import { useToast } from "@/components/ui/toast";
import { write } from "@/lib/client/query";
import { changeRole, type Member } from "@/lib/contract/console/team";
import { type Role, roles } from "@/lib/contract/operation";

export function ChangeRole({ member, isMe, onClose }: { member: Member; isMe: boolean; onClose: () => void }) {
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
