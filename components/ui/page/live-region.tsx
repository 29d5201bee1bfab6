"use client";

import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

type Announce = (message: string, urgency?: "polite" | "assertive") => void;

const AnnounceContext = createContext<Announce>(() => undefined);

/** One polite and one assertive region for the whole app; place it once, around everything. */
export function LiveRegion({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ polite: "", assertive: "" });

  const announce = useCallback<Announce>((message, urgency = "polite") => {
    // The same words twice must still be a change, or nothing is read.
    setSaid((before) => ({ ...before, [urgency]: before[urgency] === message ? `${message}\u00a0` : message }));
  }, []);

  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="sr-only top-0" role="status" aria-live="polite">
        {said.polite}
      </div>
      <div className="sr-only top-0" role="alert" aria-live="assertive">
        {said.assertive}
      </div>
    </AnnounceContext>
  );
}

export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}
