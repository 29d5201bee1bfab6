"use client";

import { useEffect, useState } from "react";
import { useMe } from "@/components/query/use-me";
import { useGo } from "@/components/ui/use-go";
import { useKeys } from "@/components/ui/use-keys";
import { destinationsFor } from "./destinations";

const waitMs = 1_500;

/** G, then the letter of a page. */
export function useGoKeys() {
  const go = useGo();
  const { role } = useMe();
  const [isWaiting, setIsWaiting] = useState(false);

  useKeys({ G: () => setIsWaiting(true) });

  useEffect(() => {
    if (!isWaiting) return;
    const stop = () => setIsWaiting(false);
    // Taken before any table sees it: the letter after G names a page, whatever it means there.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      stop();
      const chosen = destinationsFor(role).find(({ key }) => key === event.key.toUpperCase());
      if (!chosen) return;
      event.preventDefault();
      go(chosen.href);
    };
    document.addEventListener("keydown", onKeyDown, { capture: true });
    const timer = setTimeout(stop, waitMs);
    return () => {
      document.removeEventListener("keydown", onKeyDown, { capture: true });
      clearTimeout(timer);
    };
  }, [isWaiting, role, go]);
}
