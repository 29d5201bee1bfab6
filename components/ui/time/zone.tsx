"use client";

import { createContext, type ReactNode, useContext } from "react";
import { useMounted } from "@/components/ui/browser/use-mounted";
import type { Zone } from "@/lib/format/format-time";

const ZoneContext = createContext<Zone>("utc");

export function ZoneProvider({ zone, children }: { zone: Zone; children: ReactNode }) {
  return <ZoneContext value={zone}>{children}</ZoneContext>;
}

/** UTC until the browser has taken over: the server does not know what local is. */
export function useZone(): Zone {
  const zone = useContext(ZoneContext);
  return useMounted() ? zone : "utc";
}
