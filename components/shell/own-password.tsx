"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ChangePassword } from "@/components/send/change-password";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { keyOf } from "@/lib/client/query";
import { getMe } from "@/lib/contract/console/me";
import { useSignOut } from "./sign-out";

/** Stands before everything else while the password is one that somebody else chose. */
export function OwnPassword() {
  const client = useQueryClient();
  const leave = useSignOut();

  return (
    <main id="main" className="lone">
      <PageHead title="Choose your own password">
        The one you signed in with was chosen by someone else. Change it to go on.
      </PageHead>
      <ChangePassword
        currentLabel="Password you were given"
        newLabel="Your own password"
        onChanged={() => void client.invalidateQueries({ queryKey: keyOf(getMe, {}) })}
      >
        <Button variant="bare" onClick={leave}>
          Sign out
        </Button>
      </ChangePassword>
    </main>
  );
}
