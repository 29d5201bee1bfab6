import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import type { PhoneFormat, PhoneFormats } from "@/lib/format/group-phone";
import { zones } from "@/lib/format/phone-formats/zones";

const SentFormats = createContext<PhoneFormats>([]);

/** `formats` are those of the calling codes in a page's reads: all that its first render needs. */
export function PhoneFormatsProvider({ formats, children }: { formats: PhoneFormats; children: ReactNode }) {
  // For what is outside the page, such as its dialogs.
  useEffect(() => keepPhoneFormats(formats), [formats]);
  return <SentFormats value={formats}>{children}</SentFormats>;
}

/** Formats of a calling code. If the page was not sent with them they are undefined, and loaded. */
export function usePhoneFormats(code: string | undefined): readonly PhoneFormat[] | undefined {
  const sent = useContext(SentFormats).find(([each]) => `+${each}` === code);
  const known = useSyncExternalStore(
    subscribeToPhoneFormats,
    () => (code === undefined ? undefined : knownPhoneFormats(code)),
    () => undefined,
  );
  const formats = sent?.[1] ?? known;
  const isMissing = code !== undefined && formats === undefined;
  useEffect(() => {
    if (isMissing) void loadPhoneFormats(code);
  }, [isMissing, code]);
  return formats;
}

const known = new Map<string, readonly PhoneFormat[]>();
const listeners = new Set<() => void>();

function subscribeToPhoneFormats(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Formats that this browser has, by a calling code with its plus. */
const knownPhoneFormats = (code: string) => known.get(code);

function keepPhoneFormats(formats: PhoneFormats) {
  for (const [code, own] of formats) if (!known.has(`+${code}`)) known.set(`+${code}`, own);
  for (const listener of listeners) listener();
}

/** Loads the formats of all calling codes that begin with the same digit. If that fails, the next number tries again. */
async function loadPhoneFormats(code: string) {
  const zone = await zones[code.charAt(1)]?.().catch(() => undefined);
  if (zone) keepPhoneFormats(zone.formats);
}
