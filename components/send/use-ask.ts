"use client";

import { useUrlState } from "@/components/ui/use-url-state";

/** A question that the address can open, as `?ask=end`: the command field leads here, and asking sends nothing. */
export function useAsk(name: string) {
  const url = useUrlState();
  return {
    open: url.get("ask") === name,
    onOpenChange: (isOpen: boolean) => url.set({ ask: isOpen ? name : undefined }, { replaces: true }),
  };
}
