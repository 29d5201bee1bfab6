import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

type Announce = (message: string, urgency?: "polite" | "assertive") => void;

const AnnounceContext = createContext<Announce>(() => undefined);

/** Polite and assertive live regions of the app. Place it once, around everything. */
export function LiveRegion({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState({ polite: "", assertive: "" });

  const announce = useCallback<Announce>((message, urgency = "polite") => {
    // A repeated message needs a changed text, otherwise screen readers ignore it.
    setMessages((before) => ({ ...before, [urgency]: before[urgency] === message ? `${message}\u00a0` : message }));
  }, []);

  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="sr-only top-0" role="status" aria-live="polite">
        {messages.polite}
      </div>
      <div className="sr-only top-0" role="alert" aria-live="assertive">
        {messages.assertive}
      </div>
    </AnnounceContext>
  );
}

export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}
