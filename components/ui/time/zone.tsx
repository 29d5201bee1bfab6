import { createContext, type ReactNode, useContext, useEffect } from "react";
import { useMounted } from "@/components/ui/browser/use-mounted";
import { clock } from "@/lib/clock";
import { formatDateTime, namedZone, timeZoneOf, type Zone, zoneLabel } from "@/lib/format/format-time";

export const zoneOptions = [
  { value: "utc", label: "UTC" },
  { value: "local", label: "Local" },
] as const;

const ZoneContext = createContext<Zone>("utc");
const OwnZoneContext = createContext<Zone>("utc");

/** UTC until hydration, because the server does not know the local zone. */
export function ZoneProvider({ zone, children }: { zone: Zone; children: ReactNode }) {
  const isMounted = useMounted();
  usePrintFoot(zone);
  const shown = isMounted ? zone : "utc";
  return (
    <OwnZoneContext value={shown}>
      <ZoneContext value={shown}>{children}</ZoneContext>
    </OwnZoneContext>
  );
}

export const useZone = (): Zone => useContext(ZoneContext);

/** The zone that the person chose for all pages, also inside of `AskedZone`. */
export const useOwnZone = (): Zone => useContext(OwnZoneContext);

/** Shows times in the IANA zone that was asked for, or in the person's own without one. */
export function AskedZone({ name, children }: { name: string | undefined; children: ReactNode }) {
  const own = useOwnZone();
  return <ZoneContext value={name === undefined ? own : namedZone(name)}>{children}</ZoneContext>;
}

function usePrintFoot(zone: Zone) {
  useEffect(() => {
    const write = () => {
      const name = timeZoneOf(zone);
      const text = `${location.host}${location.pathname}${location.search}, times in ${name}, printed ${formatDateTime(clock.nowMs(), zone)}`;
      document.documentElement.style.setProperty("--print-foot", JSON.stringify(text));
    };
    addEventListener("beforeprint", write);
    return () => removeEventListener("beforeprint", write);
  }, [zone]);
}

export function ZoneName() {
  return <span className="text-ink-3">{zoneLabel(useZone())}</span>;
}
