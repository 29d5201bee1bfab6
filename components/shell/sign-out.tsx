"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { useToast } from "@/components/ui/overlay/toast";
import { hasDrafts } from "@/lib/contacts/draft";
import { Problem } from "@/lib/contract/problem";
import { signOut } from "./leave";

const SignOutContext = createContext<() => void>(() => undefined);

/** Signs out, and says so where that did not work. Asks first where a contact list goes with it. */
export const useSignOut = () => useContext(SignOutContext);

/** Around everything that offers to sign out. */
export function SignOutProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const toast = useToast();
  const [isAsking, setIsAsking] = useState(false);

  function leave() {
    setIsAsking(false);
    signOut(client).catch((error: unknown) => {
      const body = error instanceof Problem ? error.message : "Something went wrong on our side.";
      toast({ tone: "fault", title: "You are still signed in", body });
    });
  }

  return (
    <SignOutContext value={() => void hasDrafts().then((has) => (has ? setIsAsking(true) : leave()))}>
      {children}
      {isAsking && (
        <Dialog
          title="Sign out and lose the contact list?"
          alert
          onClose={() => setIsAsking(false)}
          footer={
            <>
              <Button data-first-focus onClick={() => setIsAsking(false)}>
                Stay
              </Button>
              <Button variant="stop" onClick={leave}>
                Sign out
              </Button>
            </>
          }
        >
          <p className="text-ink-2">
            A list that was not sent is kept in this browser with all you decided and typed. It goes when you sign out:
            no contact stays behind.
          </p>
        </Dialog>
      )}
    </SignOutContext>
  );
}
