import { useSearchParams } from "next/navigation";
import { usePreferences } from "@/components/query/use-preferences";
import { setInUrl } from "@/components/ui/browser/use-url-state";
import type { Preferences } from "@/lib/contract/inputs/preferences";

type ChosenZone = Preferences["zone"];

export function useShownZone() {
  const { preferences, choose } = usePreferences();
  const zoneParam = useSearchParams().get("zone");
  const shared: ChosenZone | undefined = zoneParam === "utc" || zoneParam === "local" ? zoneParam : undefined;

  function chooseZone(zone: ChosenZone) {
    choose({ zone });
    if (!shared) return;
    setInUrl(window, { zone: undefined }, { replaces: true });
  }

  return { zone: shared ?? preferences.zone, chooseZone };
}
