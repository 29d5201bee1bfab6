"use client";

import { useSearchParams } from "next/navigation";
import { usePreferences } from "@/components/query/use-preferences";
import type { Zone } from "@/lib/format/format-time";

/** The zone of all absolute times: what a shared address names, or what the person chose. */
export function useShownZone() {
  const { preferences, choose } = usePreferences();
  const named = useSearchParams().get("zone");
  const shared: Zone | undefined = named === "utc" || named === "local" ? named : undefined;

  function chooseZone(zone: Zone) {
    choose({ zone });
    if (!shared) return;
    const address = new URL(location.href);
    address.searchParams.delete("zone");
    history.replaceState(null, "", address);
  }

  return { zone: shared ?? preferences.zone, chooseZone };
}
