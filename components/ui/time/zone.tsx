import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { setCookie } from "@/components/ui/browser/set-cookie";
import { useMounted } from "@/components/ui/browser/use-mounted";
import { clock } from "@/lib/clock";
import { formatDateTime, namedZone, ownTimeZone, timeZoneOf, type Zone, zoneLabel } from "@/lib/format/format-time";
import { renderedZone, zoneCookie } from "@/lib/format/local-zone";

export const zoneOptions = [
  { value: "utc", label: "UTC" },
  { value: "local", label: "Local" },
] as const;

const ZoneContext = createContext<Zone>("utc");
const OwnZoneContext = createContext<Zone>("utc");

/** UTC until hydration, unless the server knew the local zone by its cookie. */
export function ZoneProvider({ zone, children }: { zone: Zone; children: ReactNode }) {
  const isMounted = useMounted();
  const [isOtherZone, setIsOtherZone] = useState(false);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (dataset.zone !== undefined && dataset.zone !== ownTimeZone()) setIsOtherZone(true);
    // From now on, local times are in the browser's own zone.
    delete dataset.zone;
    writeZoneCookie();
  }, []);
  usePrintFoot(zone);
  const shown = isMounted || renderedZone() !== undefined ? zone : "utc";
  return (
    <OwnZoneContext value={shown}>
      {/* The browser was in another zone when the cookie was written: all times are drawn anew. */}
      <ZoneContext key={String(isOtherZone)} value={shown}>
        {children}
      </ZoneContext>
    </OwnZoneContext>
  );
}

/** Tells the server the browser's zone for later pages, by the browser's own name of it. */
export const writeZoneCookie = () =>
  setCookie(zoneCookie, encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""));

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
