import { useSearchParams } from "next/navigation";
import { usePreferences } from "@/components/query/use-preferences";
import { setInUrl } from "@/components/ui/browser/use-url-state";
import type { Zone } from "@/lib/format/format-time";

export function useShownZone() {
  const { preferences, choose } = usePreferences();
  const zoneParam = useSearchParams().get("zone");
  const shared: Zone | undefined = zoneParam === "utc" || zoneParam === "local" ? zoneParam : undefined;

  function chooseZone(zone: Zone) {
    choose({ zone });
    if (!shared) return;
    setInUrl(window, { zone: undefined }, { replaces: true });
  }

  return { zone: shared ?? preferences.zone, chooseZone };
}
