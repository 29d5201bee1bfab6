import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { useToast } from "@/components/ui/overlay/toast";
import { loadDrafts } from "@/lib/contacts/load-drafts";
import { Problem } from "@/lib/contract/problem";
import { signOut } from "./leave";

const SignOutQuestion = deferred(async () => (await import("./sign-out-question")).SignOutQuestion);

const SignOutContext = createContext<() => void>(() => undefined);

/** Returns the sign-out function. It asks first if an unsent contact list would be deleted. */
export const useSignOut = () => useContext(SignOutContext);

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
      {isAsking && <SignOutQuestion onClose={() => setIsAsking(false)} onLeave={leave} />}
    </SignOutContext>
  );
}

/** A failed check counts as no drafts, because such a browser stores none. */
const hasDrafts = () =>
  loadDrafts()
    .then((drafts) => drafts?.hasDrafts() ?? false)
    .catch(() => false);
