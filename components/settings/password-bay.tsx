"use client";

import { ChangePassword } from "@/components/send/change-password";
import { Bay } from "@/components/ui/section";
import { useToast } from "@/components/ui/toast";

export function PasswordBay() {
  const toast = useToast();
  return (
    <Bay title="Password">
      <ChangePassword
        currentLabel="Present password"
        newLabel="New password"
        onChanged={() => toast({ title: "Password changed", body: "Every other session of yours has ended." })}
      />
    </Bay>
  );
}
