import { createContext, type ReactNode, useContext, useEffect } from "react";
import { useMounted } from "@/components/ui/browser/use-mounted";
import { clock } from "@/lib/clock";
import { formatDateTime, localZoneName, type Zone } from "@/lib/format/format-time";

export const zoneOptions = [
  { value: "utc", label: "UTC" },
  { value: "local", label: "Local" },
] as const;

const ZoneContext = createContext<Zone>("utc");

/** UTC until hydration, because the server does not know the local zone. */
export function ZoneProvider({ zone, children }: { zone: Zone; children: ReactNode }) {
  const isMounted = useMounted();
  usePrintFoot(zone);
  return <ZoneContext value={isMounted ? zone : "utc"}>{children}</ZoneContext>;
}

export const useZone = (): Zone => useContext(ZoneContext);

function usePrintFoot(zone: Zone) {
  useEffect(() => {
    const write = () => {
      const name = zone === "utc" ? "UTC" : localZoneName();
      const text = `${location.host}${location.pathname}${location.search}, times in ${name}, printed ${formatDateTime(clock.nowMs(), zone)}`;
      document.documentElement.style.setProperty("--print-foot", JSON.stringify(text));
    };
    addEventListener("beforeprint", write);
    return () => removeEventListener("beforeprint", write);
  }, [zone]);
}

export function ZoneName() {
  return <span className="text-ink-3">{useZone() === "utc" ? "UTC" : "local"}</span>;
}
