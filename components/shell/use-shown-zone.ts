import { useSearchParams } from "next/navigation";
import { usePreferences } from "@/components/query/use-preferences";
import type { Zone } from "@/lib/format/format-time";

export function useShownZone() {
  const { preferences, choose } = usePreferences();
  const zoneParam = useSearchParams().get("zone");
  const shared: Zone | undefined = zoneParam === "utc" || zoneParam === "local" ? zoneParam : undefined;

  function chooseZone(zone: Zone) {
    choose({ zone });
    if (!shared) return;
    const address = new URL(location.href);
    address.searchParams.delete("zone");
    history.replaceState(null, "", address);
  }

  return { zone: shared ?? preferences.zone, chooseZone };
}
